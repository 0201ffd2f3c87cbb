/** Bits that ASVS 5.0, 11.2.3, asks of everything cryptographic. */
const neededBits = 128;
/** Different runs of three characters. 32 random characters have about 30, and one repeated word as many as letters. */
const neededRuns = 24;
const runLength = 3;
/** Largest share of steps by one or none between characters: `aaaa`, `abcd`, `4321`. Random text has 0.18. */
const mostSmallSteps = 2 / 3;
/** A passphrase, and the entropy of a word in bits if drawn from a list of 7,776 (Diceware). */
const passphrase = /^[A-Z]?[a-z]+(?:[ _.-][A-Z]?[a-z]+){2,}$/;
const bitsOfWord = Math.log2(7_776);

/** Alphabets of secrets; the smallest that contains all characters is assumed. */
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

/** Whether a secret looks as if it was copied from an example in documentation. */
const hasExampleWord = (secret: string): boolean => exampleWords.test(secret);

/** Advice on generating a strong secret. */
const makeSecret = 'make one with: openssl rand -hex 32';

/**
 * Detects guessable secrets. A heuristic: one that passes may still have been published.
 *
 * @returns the reason, to follow "is"; undefined for one that looks random
 */
export function findWeakness(secret: string): string | undefined {
  if (bitsOf(secret) < neededBits) return `worth less than ${neededBits} bits`;
  if (hasExampleWord(secret)) return 'made of words that examples are made of';
  if (countRuns(secret) < neededRuns || smallSteps(secret) > mostSmallSteps) return 'a pattern that repeats';
  return undefined;
}

/** Entropy in bits, assuming random characters. */
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

/** Characters of a secret at least. */
export const secretMinLength = 32;

/**
 * Weak secrets of the environment. Only the newest of `INTAKE_SECRETS` must be strong; older ones are needed for reading
 * until `intake reseal` is done.
 */
export function faultsOfSecrets(newest: string, metricsToken = ''): string[] {
  const faults: string[] = [];
  const weakness = newest.length < secretMinLength ? undefined : findWeakness(newest);
  if (weakness) faults.push(`INTAKE_SECRETS begins with a secret that is ${weakness}: ${makeSecret}`);
  const [, unit] = /^(.{1,8}?)\1+$/.exec(metricsToken) ?? [];
  if (unit) faults.push(`METRICS_TOKEN is a pattern that repeats: ${makeSecret}`);
  else if (hasExampleWord(metricsToken))
    faults.push(`METRICS_TOKEN is made of words that examples are made of: ${makeSecret}`);
  return faults;
}
