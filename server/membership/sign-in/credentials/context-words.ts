import type { Site } from '../../sites/site.ts';

/** Fewest letters of a word that counts: a single one would forbid what people mean by it. */
const shortest = 2;
/** Fewest letters of a word of the site's name, which has fillers such as "the" among its words. */
const shortestOfName = 4;

interface Whose {
  email: string;
  site: Pick<Site, 'name' | 'passwordWords'>;
}

/**
 * The words a password of this member at this site must not be made of alone (OWASP ASVS 6.2.11), folded: the parts of
 * the address, the site's name, the product's, and what the site declares besides.
 */
export function listContextWords({ email, site }: Whose): string[] {
  const [localPart = '', domain = ''] = email.split('@');
  const ofAddress = [lettersOf(localPart), ...wordsIn(localPart), ...wordsIn(domain)];
  const ofName = [lettersOf(site.name), ...wordsIn(site.name).filter((word) => word.length >= shortestOfName)];
  const all = [...ofAddress, ...ofName, 'intake', ...site.passwordWords.map(fold)];
  return [...new Set(all)].filter((word) => word.length >= shortest);
}

/**
 * Whether a password is made of such words alone, with digits and signs between and around them. A digit or sign that
 * looks like a letter may stand for it.
 *
 * @param words folded, as `listContextWords` gives them
 */
export function isMadeOf(words: readonly string[], password: string): boolean {
  // Digits alone hold no word; they only look like some.
  if (!/\p{L}/u.test(password)) return false;
  // Every reading at once: what is still to come of a word, nothing at its end, undefined before the first.
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

/** Letters that people write as digits and signs. */
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

/** Without letter case and accents. */
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const wordsIn = (text: string) => fold(text).split(/\P{L}+/u);
const lettersOf = (text: string) => wordsIn(text).join('');
