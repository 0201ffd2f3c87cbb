import { expect, test } from 'vitest';
import { judge, type Compared } from './judge.ts';

const compared = (gain: number, more: Partial<Compared> = {}): Compared => ({
  gain,
  failed: 0,
  cores: { product: 0.25, database: 0.1, load: 0.1, machine: 0.5 },
  processors: 2,
  ...more,
});
const usedUp = { product: 0.8, database: 0.3, load: 0.2, machine: 1.9 };

test.for([
  [1.7, 'met'],
  [2.1, 'met'],
  [1.69, 'MISSED'],
  [7.26, 'not to be judged: two answer twice as much at most, so other work disturbed the runs'],
  [Infinity, 'not measured: one process answered nothing'],
  [NaN, 'not measured: one process answered nothing'],
] as const)('two processes that answer %d times as much as one: %s', ([gain, verdict]) => {
  expect(judge(compared(gain))).toBe(verdict);
});

test('failed answers are no gain, however many there are', () => {
  expect(judge(compared(1.9, { failed: 3 }))).toBe('not to be judged: 3 answers failed');
});

test('a goal is not missed where processors are used up, and other programs are named', () => {
  expect(judge(compared(1.1, { cores: usedUp }))).toBe(
    'not to be judged here: all 2 processors are used up, 0.6 of it by other programs',
  );
  expect(judge(compared(1.1, { cores: { ...usedUp, product: 1.4 } }))).toBe(
    'not to be judged here: all 2 processors are used up',
  );
});

test('a goal is missed where the use of processors cannot be known', () => {
  const unknown = { product: NaN, database: NaN, load: NaN, machine: NaN };
  expect(judge(compared(1.1, { cores: unknown }))).toBe('MISSED');
});
