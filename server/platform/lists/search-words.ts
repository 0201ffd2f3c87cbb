/** Everything between words. The same ranges as in the migration that indexes members' words. */
const separators =
  // eslint-disable-next-line no-control-regex -- control characters separate words, too
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+/u;
const accents = /[\u0300-\u036f]+/gu;
/** Characters of a word that are indexed. */
const wordLength = 60;
/** Words of a search that count. */
const mostWords = 8;

/** Letter by letter, as the index does it: of a whole word JavaScript makes a capital sigma at the end a final one. */
const lowerCase = (text: string) => Array.from(text, (letter) => letter.toLowerCase()).join('');

/** The words of a text without case and accents, in the way that they are indexed. */
export const foldWords = (text: string): string[] =>
  lowerCase(text.normalize('NFKD').replace(accents, ''))
    .split(separators)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, wordLength).join(''));

/** With a sigma at the end both are searched for: the index has a capital one as σ, a small one as it was written. */
const spellingsOf = (word: string) =>
  word.endsWith('σ') || word.endsWith('ς') ? [`${word.slice(0, -1)}σ`, `${word.slice(0, -1)}ς`] : [word];

const quote = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, (sign) => sign + sign)}'`;
const beginning = (word: string) =>
  `(${spellingsOf(word)
    .map((each) => `${quote(each)}:*`)
    .join(' | ')})`;

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
  [...exact.map(quote), ...beginnings.map(beginning)].join(' & ');
