import { expect, test } from 'vitest';
import { chosenBy } from './use-chosen-rows.ts';

const listOf = (count: number, isWhole: boolean) => ({
  ids: Array.from({ length: count }, (_, at) => `mem_${at}`),
  isWhole,
  idsMost: 1_000,
});
const ticks = (count: number) => new Set(listOf(count, true).ids);

test.for([
  ['all rows of a whole list, as they are', 1_000, 1_000, true, { areAll: true, areFound: false, areTooMany: false }],
  ['all rows of a longer one, as all that match', 1_200, 1_200, true, { areAll: true, areFound: true }],
  ['all rows that are there, where more follow', 1_200, 1_200, false, { areFound: false, areTooMany: true }],
  ['too many, where some are left out', 1_199, 1_200, true, { areAll: false, areFound: false, areTooMany: true }],
  ['a few of many', 3, 1_200, true, { areAll: false, areFound: false, areTooMany: false }],
  ['none of none', 0, 0, true, { areAll: false, areFound: false, areTooMany: false }],
] as const)('ticks stand for %s', ([, ticked, count, isWhole, expected]) => {
  expect(chosenBy(ticks(ticked), listOf(count, isWhole))).toMatchObject(expected);
});
