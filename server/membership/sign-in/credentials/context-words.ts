import type { Site } from '../../sites/site.ts';

/** Fewest letters of a word that counts: single letters would forbid too many passwords. */
const shortest = 2;
/** Fewest letters of a word of the site's name, which has fillers such as "the" among its words. */
const shortestOfName = 4;

interface Whose {
  email: string;
  site: Pick<Site, 'name' | 'passwordWords'>;
}

/**
 * Context-specific words that a password must not consist of alone (OWASP ASVS 6.2.11), folded: the parts of the address,
 * the site's name, the product's name, and the words the site declares.
 */
export function listContextWords({ email, site }: Whose): string[] {
  const [localPart = '', domain = ''] = email.split('@');
  const ofAddress = [lettersOf(localPart), ...wordsIn(localPart), ...wordsIn(domain)];
  const ofName = [lettersOf(site.name), ...wordsIn(site.name).filter((word) => word.length >= shortestOfName)];
  const all = [...ofAddress, ...ofName, 'intake', ...site.passwordWords.map(fold)];
  return [...new Set(all)].filter((word) => word.length >= shortest);
}

/**
 * Whether a password consists of such words alone, with digits and signs between and around them. Digits and signs
 * also count as the letters they look like (leetspeak).
 *
 * @param words folded, as `listContextWords` gives them
 */
export function isMadeOf(words: readonly string[], password: string): boolean {
  // Digits alone hold no word, even where they look like letters.
  if (!/\p{L}/u.test(password)) return false;
  // Nondeterministic automaton: the set of possible rests of the current word; '' at its end, undefined before the first.
  let toCome = new Set<string | undefined>([undefined]);
  for (const character of fold(password))
    toCome = new Set(
      [...toCome].flatMap((rest) => [
        ...(isLetter(character) ? [] : [rest]),
        ...(rest ? [rest] : words).filter((word) => canBe(character, word[0]!)).map((word) => word.slice(1)),
      ]),
    );
  return toCome.has('');
}

/** Letters by the digits and signs that stand for them (leetspeak). */
const lookAlikes: Record<string, string> = {
  0: 'o',
  1: 'il',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const canBe = (character: string, letter: string) =>
  character === letter || lookAlikes[character]?.includes(letter) === true;
const isLetter = (character: string) => /\p{L}/u.test(character);

/** Folds case and accents. */
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const wordsIn = (text: string) => fold(text).split(/\P{L}+/u);
const lettersOf = (text: string) => wordsIn(text).join('');
