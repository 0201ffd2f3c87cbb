import { expect, test } from 'vitest';
import { choosingOf } from './run-words.ts';

test('students who can choose are those who have not chosen, where a server of the release before tells no more', () => {
  const counts = { students: 3, keep: 0, cohort: 0, refund: 1, 'no-answer': 0, waiting: 2 };
  expect(choosingOf({ ...counts, choosing: 1 })).toBe(1);
  expect(choosingOf(counts)).toBe(2);
});
