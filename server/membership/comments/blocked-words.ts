/**
 * Whether a text contains one of a site's blocked words or phrases. Whole words only, so that a longer innocent word
 * passes (the Scunthorpe problem); case, compatibility forms (NFKC) and invisible characters are folded.
 *
 * @param text as people read it, without markup
 */
export function hasBlockedWord(text: string, blocked: readonly string[]): boolean {
  const words = fold(text);
  return blocked.map(fold).some((phrase) => phrase !== '  ' && words.includes(phrase));
}

/** The words of a text, each between blanks. Upper case, since lower case does not fold ß and the final sigma. */
const fold = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `;
