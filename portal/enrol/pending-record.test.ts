import { expect, it } from 'vitest';
import type { Cohort } from '../../contract/cohorts.ts';
import { buildPendingRecord } from './pending-record.ts';

const cohort: Cohort = {
  id: 'data-2027-03-pt',
  course: 'data',
  name: 'Data Science & AI, March 2027 (Part-Time)',
  mode: 'part-time',
  weeks: 24,
  startDate: '2027-03-01',
  endDate: '2027-08-15',
  schedule: 'Tuesday and Thursday, 18:00 to 21:00',
  timeZone: 'Australia/Sydney',
  state: 'open',
  closesAt: null,
  seats: { state: 'few', left: 3 },
};
const attempt = { cohort, userEmail: 'ana@example.org', nowMs: Date.UTC(2026, 10, 20, 2) };

it('the record of a deposit holds everything a retry needs', () => {
  expect(buildPendingRecord({ ...attempt, paymentType: 'deposit' })).toEqual({
    course: 'data',
    cohortId: 'data-2027-03-pt',
    cohortName: 'Data Science & AI, March 2027 (Part-Time)',
    cohortStartDate: '2027-03-01',
    cohortEndDate: '2027-08-15',
    cohortSchedule: 'Tuesday and Thursday, 18:00 to 21:00',
    paymentType: 'deposit',
    userEmail: 'ana@example.org',
    amount: 500,
    timestamp: '2026-11-20T02:00:00.000Z',
    status: 'pending',
  });
});

it('the record of a full payment keeps the amount of its format, which is not the price', () => {
  expect(buildPendingRecord({ ...attempt, paymentType: 'full' }).amount).toBe(13_200);
});

it('an intake without a date is recorded without dates', () => {
  const future = { ...cohort, startDate: 'Future', endDate: null, schedule: null };
  expect(buildPendingRecord({ ...attempt, cohort: future, paymentType: 'full' })).toMatchObject({
    cohortStartDate: '',
    cohortEndDate: '',
    cohortSchedule: '',
  });
});
