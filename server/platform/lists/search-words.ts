/** Everything between words. The same ranges as in the migration that indexes members' words. */
const separators =
  // eslint-disable-next-line no-control-regex -- control characters separate words, too
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+/u;
const accents = /[\u0300-\u036f]+/gu;
/** Characters of a word that are indexed. */
const wordLength = 60;
/** Words of a search that count. */
const mostWords = 8;

/** The words of a text without case and accents, in the way that they are indexed. */
export const foldWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, wordLength).join(''));

const quote = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, (sign) => sign + sign)}'`;

/**
 * A `tsquery` of rows that have all of these lexemes, and words that begin with those of a search.
 *
 * @returns undefined for a search without any word
 */
export function searchQuery(search: string, exact: readonly string[] = []): string | undefined {
  const words = foldWords(search).slice(0, mostWords);
  return words.length === 0 ? undefined : lexemes(exact, words);
}

/** A `tsquery` of rows that have these lexemes, and others that begin with those. */
export const lexemes = (exact: readonly string[], beginnings: readonly string[]): string =>
  [...exact.map(quote), ...beginnings.map((word) => `${quote(word)}:*`)].join(' & ');
