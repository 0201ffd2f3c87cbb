import { expect, test } from 'vitest';
import { chosenBy, ticksAt, ticksLeft } from './use-chosen-rows.ts';

const listOf = (count: number, isWhole: boolean) => ({
  ids: Array.from({ length: count }, (_, at) => `mem_${at}`),
  isWhole,
  idsMost: 1_000,
});
const ticks = (count: number) => new Set(listOf(count, true).ids);

test.for([
  ['all rows of a whole list, as they are', 1_000, 1_000, true, { areAll: true, isFound: false, areTooMany: false }],
  ['all rows of a longer one, as all that match', 1_200, 1_200, true, { areAll: true, isFound: true }],
  ['all rows that are there, where more follow', 1_200, 1_200, false, { isFound: false, areTooMany: true }],
  ['too many, where some are left out', 1_199, 1_200, true, { areAll: false, isFound: false, areTooMany: true }],
  ['a few of many', 3, 1_200, true, { areAll: false, isFound: false, areTooMany: false }],
  ['none of none', 0, 0, true, { areAll: false, isFound: false, areTooMany: false }],
] as const)('ticks stand for %s', ([, ticked, count, isWhole, expected]) => {
  const list = listOf(count, isWhole);
  const at = ticksAt(ticks(ticked), list);
  expect({ ...at, ...chosenBy(at, list) }).toMatchObject(expected);
});

test.for([1_201, 1_199, 900])(
  'all that match stay chosen, and are not too many, where the list has %d by now',
  (count) => {
    const at = ticksAt(ticks(1_200), listOf(1_200, true));
    expect(chosenBy(at, listOf(count, false))).toEqual({ areAll: true, areTooMany: false });
  },
);

test('a tick whose row has left the list goes with it, where the list has no further page', () => {
  const left = listOf(2, true);
  expect(ticksLeft(ticks(3), left)).toEqual(ticks(2));
  expect(ticksLeft(ticks(3), { ...left, isWhole: false })).toEqual(ticks(3));
});
