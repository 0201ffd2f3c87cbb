import { expect, test } from 'vitest';
import type { Cohort } from '../../contract/cohorts.ts';
import { findNextIntake } from './next-intake.ts';

const buildCohort = (id: string, startDate: string, state: Cohort['state'] = 'open'): Cohort => ({
  id,
  course: 'cyber',
  name: id,
  mode: 'full-time',
  weeks: 12,
  startDate,
  endDate: null,
  schedule: null,
  timeZone: 'Pacific/Auckland',
  state,
  closesAt: null,
  seats: { state: 'available', left: null },
});

test('the next intake is the first open one with a date', () => {
  const cohorts = [
    buildCohort('later', '2027-03-01'),
    buildCohort('started', '2025-12', 'started'),
    buildCohort('undated', 'Future'),
    buildCohort('sooner', '2027-02-01'),
  ];
  expect(findNextIntake(cohorts)?.id).toBe('sooner');
});

test('an intake that is full or not open yet is not advertised', () => {
  const full: Cohort = { ...buildCohort('full', '2027-01-01'), seats: { state: 'full', left: 0 } };
  const cohorts = [full, buildCohort('not open yet', '2027-01-15', 'not-open-yet'), buildCohort('free', '2027-02-01')];
  expect(findNextIntake(cohorts)?.id).toBe('free');
  expect(findNextIntake([full])).toBeUndefined();
});

test('there is none when nothing dated is open', () => {
  expect(findNextIntake([buildCohort('undated', 'Future')])).toBeUndefined();
});
