import { expect, test } from 'vitest';
import { bytesWords, limitWords } from './system-words.ts';

test.for([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [73_400_320, '73.4 MB'],
  [999_949_999, '1000 MB'],
  [5_000_000_000_000_000, '5000 TB'],
] as const)('%s bytes read as %s', ([bytes, words]) => expect(bytesWords(bytes)).toBe(words.replace(' ', '\u00A0')));

test.for([
  [0, '5 in a row'],
  [60, '5 in 60 seconds'],
  [600, '5 in 10 minutes'],
  [86_400, '5 in 24 hours'],
] as const)('a limit of %s seconds reads as %s', ([seconds, words]) =>
  expect(limitWords({ points: 5, seconds })).toBe(words),
);
