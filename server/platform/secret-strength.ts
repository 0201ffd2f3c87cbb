/** Bits that ASVS 5.0, 11.2.3, asks of everything cryptographic. */
const neededBits = 128;
/** Different runs of three characters. 32 random characters have about 30, and one repeated word as many as letters. */
const neededRuns = 24;
const runLength = 3;
/** Part of the steps from one character to the next that may be by one or none: `aaaa`, `abcd`, `4321`. Random: 0.18. */
const mostSmallSteps = 2 / 3;
/** Words joined by signs, and what one is worth where it was drawn from a list of 7,776 (Diceware). */
const passphrase = /^[A-Z]?[a-z]+(?:[ _.-][A-Z]?[a-z]+){2,}$/;
const bitsOfWord = Math.log2(7_776);

/** Alphabets secrets are written in; the smallest that has all characters counts. */
const alphabets: [RegExp, number][] = [
  [/^\d+$/, 10],
  [/^(?:[\da-f]+|[\dA-F]+)$/, 16],
  [/^(?:[\da-z]+|[\dA-Z]+)$/, 36],
  [/^[\dA-Za-z]+$/, 62],
  [/^[\w+/=-]+$/, 64],
];
const otherCharacters = 94;

/** Words of examples and placeholders. A random secret in Base64 has one of them less than once in ten million. */
const exampleWords =
  /change.?me|replace.?(?:me|this|with)|password|example|placeholder|secret|your.?key|intake|qwerty/i;

/** How to make a secret that is taken. */
export const makeSecret = 'make one with: openssl rand -hex 32';

/**
 * Whether a secret looks as if somebody could guess it. It cannot know: what passes may still have been published.
 *
 * @returns why, to stand after "is"; undefined for one that looks random
 */
export function findWeakness(secret: string): string | undefined {
  if (bitsOf(secret) < neededBits) return `worth less than ${neededBits} bits`;
  if (exampleWords.test(secret)) return 'made of words that examples are made of';
  if (countRuns(secret) < neededRuns || smallSteps(secret) > mostSmallSteps) return 'a pattern that repeats';
  return undefined;
}

/** As many as it has if it was drawn at random. */
const bitsOf = (text: string) =>
  passphrase.test(text) ? text.split(/[ _.-]/).length * bitsOfWord : text.length * Math.log2(alphabetOf(text));

const alphabetOf = (text: string) => alphabets.find(([pattern]) => pattern.test(text))?.[1] ?? otherCharacters;

const countRuns = (text: string) =>
  new Set(Array.from({ length: Math.max(0, text.length - runLength + 1) }, (_, at) => text.slice(at, at + runLength)))
    .size;

function smallSteps(text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  const small = codes.filter((code, at) => at > 0 && Math.abs(code - codes[at - 1]!) <= 1);
  return small.length / (codes.length - 1);
}
