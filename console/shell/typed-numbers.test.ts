import { expect, test } from 'vitest';
import { isCount, readCents, readNumber } from './typed-numbers.ts';

test.for([
  ['1200', 1_200],
  ['1,200', 1_200],
  ['1 200', 1_200],
  ['1\u{A0}234\u{202F}567', 1_234_567],
  ['12,375.00', 12_375],
  ['12,5', 12.5],
  ['1 250,50', 1_250.5],
  ['0.29', 0.29],
  ['-5', -5],
  [' ۱۲۳ ', 123],
] as const)('%j is the number %s', ([typed, number]) => {
  expect(readNumber(typed)).toBe(number);
});

test.for(['', ' ', '1.200', '1.250,50', '1,250,50', '12,34,567', '1,2000', '1 2', '1e3', '0x10', '19.', 'many'])(
  '%j is no number, or can be meant in two ways',
  (typed) => {
    expect(readNumber(typed)).toBe(undefined);
    expect(readCents(typed)).toBe(undefined);
  },
);

test.for([
  ['250', 25_000],
  ['1,250.5', 125_050],
  [' 12 375.00 ', 1_237_500],
  ['12,50', 1_250],
  ['0.29', 29],
  ['1.15', 115],
] as const)('%j is %s cents', ([typed, cents]) => {
  expect(readCents(typed)).toBe(cents);
});

test.for([
  ['1,000', true],
  ['1001', false],
  ['1.5', false],
  ['0', false],
  ['', false],
  [undefined, false],
] as const)('whether %j is a count from 1 to 1000: %s', ([typed, is]) => {
  expect(isCount(typed, 1, 1_000)).toBe(is);
});
