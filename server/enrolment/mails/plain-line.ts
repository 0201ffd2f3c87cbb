/**
 * Reduces user input to one short line, against header injection and spoofed headings in mails.
 *
 * @param maxLength in characters
 */
export function plainLine(text: string, maxLength: number): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
