import { expect, test } from 'vitest';
import { noteOwnChange, seenVersion } from './seen-version.ts';

test('what a person did themselves is seen, and what a colleague did before or after it is not', () => {
  const seen = { id: 'enq_1', version: 3 };
  noteOwnChange({ id: 'enq_1', version: 3 }, 4);
  noteOwnChange({ id: 'enq_1', version: 4 }, 5);
  // From a version that a colleague had made.
  noteOwnChange({ id: 'enq_1', version: 6 }, 7);
  expect(seenVersion(seen)).toBe(5);
});

test('changes of another request, and calls that change nothing, lead nowhere', () => {
  noteOwnChange({ id: 'enq_2', version: 1 }, 2);
  noteOwnChange({ id: 'enq_3', version: 1 }, 1);
  expect(seenVersion({ id: 'enq_3', version: 1 })).toBe(1);
});

test('what a colleague did between an own change and its answer is not seen', () => {
  noteOwnChange({ id: 'enq_4', version: 1 }, 3);
  expect(seenVersion({ id: 'enq_4', version: 1 })).toBe(1);
});
