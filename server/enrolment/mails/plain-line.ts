/**
 * One short line of what somebody typed, so that it cannot pose as a heading, a header or words of ours.
 *
 * @param maxLength in characters
 */
export function plainLine(text: string, maxLength: number): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
