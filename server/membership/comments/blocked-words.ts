/**
 * Whether a text contains one of a site's blocked words or phrases. Whole words only, so that innocent ones that
 * contain a blocked one pass; case, kinds of letters (full-width, ligatures) and invisible signs make no difference.
 *
 * @param text as people read it, without markup
 */
export function hasBlockedWord(text: string, blocked: readonly string[]): boolean {
  const words = fold(text);
  return blocked.map(fold).some((phrase) => phrase !== '  ' && words.includes(phrase));
}

/** The words of a text, each between blanks. Upper case, because that alone folds ß and the two forms of σ. */
const fold = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `;
