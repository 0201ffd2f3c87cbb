import { expect, it } from 'vitest';
import type { Cohort } from '../../contract/cohorts.ts';
import { findNextStart, findObstacle, findUpcoming } from './cohorts.ts';
import { findToldObstacle } from './told-obstacle.ts';

const open: Cohort = {
  id: 'cyber-2027-02-ft',
  course: 'cyber',
  name: 'Cyber Security, February 2027 (Full-Time)',
  mode: 'full-time',
  weeks: 12,
  startDate: '2027-02-01',
  endDate: '2027-04-25',
  schedule: 'Monday to Friday, 9:00 to 17:00',
  timeZone: 'Australia/Sydney',
  state: 'open',
  closesAt: null,
  seats: { state: 'available', left: null },
};
const started: Cohort = { ...open, id: '7', startDate: '2025-12', endDate: null, schedule: null, state: 'started' };
const full: Cohort = { ...open, id: 'cyber-full', seats: { state: 'full', left: null } };
const future: Cohort = { ...open, id: 'cyber-next-ft', startDate: 'Future', endDate: null, schedule: null };

it('a cohort that cannot be taken names what stands in the way', () => {
  expect([open, future, started, full].map(findObstacle)).toEqual([undefined, undefined, 'started', 'full']);
});

it('the next start of a course is its earliest cohort with a date that can be taken', () => {
  const later = { ...open, id: 'later', startDate: '2027-06-01' };
  expect(findNextStart([started, full, later, open, future], 'cyber')).toBe(open);
  expect(findNextStart([started, full, future], 'cyber')).toBeUndefined();
  expect(findNextStart([open], 'data')).toBeUndefined();
});

it('what lies ahead are the cohorts with a date that have not started, full ones too, the first first', () => {
  const later = { ...open, id: 'later', startDate: '2027-06-01' };
  expect(findUpcoming([later, started, future, full], 'cyber')).toEqual([full, later]);
  expect(findUpcoming([open], 'data')).toEqual([]);
});

it('a cohort whose last seats are only held is told apart from one that is sold', () => {
  const held: Cohort = { ...full, seats: { ...full.seats, mayComeBack: true } };
  expect([open, started, full, held].map(findToldObstacle)).toEqual([undefined, 'started', 'full', 'held']);
  // Chosen it can be as little as the sold one.
  expect(findObstacle(held)).toBe('full');
});
