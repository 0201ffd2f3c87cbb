import { expect, test } from 'vitest';
import { judge } from './table.ts';

test('a goal is met, or missed', () => {
  expect(judge('log-in: 0.97, goal 0.95', { isMet: true })).toBe('log-in: 0.97, goal 0.95: met');
  expect(judge('log-in: 0.60, goal 0.95', { isMet: false, failed: 0 })).toBe('log-in: 0.60, goal 0.95: MISSED');
});

test('nothing is said of a goal while answers fail: they cost less', () => {
  expect(judge('log-in: 7.40, goal 0.95', { isMet: true, failed: 3 })).toBe(
    'log-in: 7.40, goal 0.95: not to be judged, 3 answers failed',
  );
});
