import { describe, expect, test } from 'vitest';
import { webinarIdsOf } from './student-choices.ts';
import { hasPaid, hasPassedCheck, paymentOf, personOf, stageOf } from './student-fields.ts';

test.each([
  [undefined, '0'],
  ['', '0'],
  ['1', '1'],
  ['3', '3'],
  ['4', undefined],
  ['hasOwnProperty', undefined],
])('the stage %j reads as %j', (stage, read) => {
  expect(stageOf({ stage })).toBe(read);
});

test.each([
  ['1', false],
  ['2', true],
  ['3', true],
  ['4', false],
])('stage %s is behind the check: %s', (stage, isPast) => {
  expect(hasPassedCheck({ stage })).toBe(isPast);
});

test.each(['', 'pending', 'true', 'Completed'])('the payment status %j is not paid', (status) => {
  expect(hasPaid({ 'payment-status': status })).toBe(false);
  expect(hasPaid({ 'payment-status': 'completed' })).toBe(true);
});

test.each([
  ['\u202eanA\u202c', 'anA'],
  ['\u2067\u0639\u0644\u064a', '\u0639\u0644\u064a'],
  ['Ana \u{1f469}\u200d\u{1f4bb}', 'Ana \u{1f469}\u200d\u{1f4bb}'],
  ['\u0646\u200c\u0627', '\u0646\u200c\u0627'],
])('the name %j is told as %j', (name, told) => {
  expect(personOf({ 'first-name': name, 'last-name': name })).toMatchObject({ firstName: told, lastName: told });
});

describe('a saved payment', () => {
  const saved = {
    cohortId: 'cyber-next-ft',
    course: 'cyber',
    cohortName: 'Next Available Cyber Security (Full-Time)',
    cohortStartDate: 'Future',
    paymentType: 'deposit',
    amount: 500,
    date: '2026-11-20T02:00:00.000Z',
    sessionId: 'cs_test_1',
    status: 'completed',
  };

  test('is read back as it was written', () => {
    expect(paymentOf({ 'payment-info': JSON.stringify(saved) })).toEqual(saved);
  });

  const withoutDate = JSON.stringify({ ...saved, date: 'yesterday' });

  test.each([undefined, '', 'not json', 'null', '[]', '42', '{"amount":"500"}', withoutDate])('is not %s', (text) => {
    expect(paymentOf({ 'payment-info': text })).toBeUndefined();
  });
});

test.each([
  [undefined, []],
  ['{broken', []],
  ['null', []],
  ['{"a":1}', []],
  ['["a",1,"b"]', ['a', 'b']],
])('the webinars in %j are %j', (registeredWebinars, ids) => {
  expect(webinarIdsOf({ registeredWebinars })).toEqual(ids);
});
