import { expect, test } from 'vitest';
import { isStageBehind, standingOf } from './standing.ts';

const standing = (customFields: Record<string, string>) => standingOf({ customFields });

test('a visitor stands at the very beginning', () => {
  expect(standingOf(null)).toMatchObject({ stage: '0', isEligible: false, isEnrolled: false, isPaid: false });
  expect(standingOf(null).course).toBeUndefined();
});

test('only preapproved is eligible', () => {
  expect(standing({ 'eligibility-status': 'preapproved' }).isEligible).toBe(true);
  for (const other of ['advisor', 'eligible', ''])
    expect(standing({ 'eligibility-status': other }).isEligible).toBe(false);
});

test('enrolled follows the stage and paid follows the payment, each by itself', () => {
  expect(standing({ stage: '3' })).toMatchObject({ isEnrolled: true, isPaid: false });
  expect(standing({ 'payment-status': 'completed' })).toMatchObject({ isEnrolled: false, isPaid: true });
});

test('the course is the one paid for, whatever was chosen since', () => {
  const info = { course: 'data', cohortName: 'C', cohortStartDate: '2027-02-01', amount: 1, date: '2027-01-01' };
  const fields = { 'course-selected': 'cyber', 'payment-info': JSON.stringify(info) };
  expect(standing({ ...fields, 'payment-status': 'completed' }).course).toBe('data');
  expect(standing(fields).course).toBe('cyber');
  expect(standing({ 'course-selected': 'cyber', 'payment-status': 'completed' }).course).toBe('cyber');
});

test('a pre-approved member behind stage 2 is let forward, nobody else', () => {
  const behind = (stage: string, status: string) => isStageBehind(standing({ stage, 'eligibility-status': status }));
  expect(['', '0', '1'].map((stage) => behind(stage, 'preapproved'))).toEqual([true, true, true]);
  expect(['2', '3'].map((stage) => behind(stage, 'preapproved'))).toEqual([false, false]);
  expect(behind('1', 'advisor')).toBe(false);
});
