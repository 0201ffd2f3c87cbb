import { expect, test } from 'vitest';
import type { Order } from '../../contract/payments.ts';
import { moveWords } from './move-words.ts';

const order = (startDateBefore: string, startDate: string) =>
  ({
    cohort: { name: 'Cyber', startDate },
    movedRun: { startDateBefore, chooseBy: '2027-01-20T00:00:00.000Z' },
  }) as Order;

test('a run that was moved says that it starts on another day', () => {
  const words = moveWords(order('2027-02-01', '2027-03-01'));
  expect(words).toMatchObject({ title: 'Your cohort starts on another day', before: 'First day until now' });
  expect(words.keep).toBe('Keep my seat at the new dates');
});

test('a run that was moved there and back names no other day, and no new dates', () => {
  const words = moveWords(order('2027-02-01', '2027-02-01'));
  expect(words).toMatchObject({ title: 'Your cohort keeps its first day', before: null });
  expect(words.happened).toContain('to another day and back');
  expect(words.keep).toBe('Keep my seat at these dates');
});

test('an intake without a date that gets one is not called moved', () => {
  const words = moveWords(order('Future', '2027-02-01'));
  expect(words.happened).toBe('“Cyber” has a first day now.');
  expect(words.keep).toBe('Keep my seat at these dates');
});
