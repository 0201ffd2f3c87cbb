import { describe, expect, test } from 'vitest';
import { changedValues, differences } from './cohort-changes.ts';
import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';

const base = {
  name: 'Cyber Security',
  partners: ['vcu', 'mtu'],
  startDate: '2027-02-01',
  schedule: null,
  capacity: 24,
  minimum: 8,
  opensOn: null,
  enrolBy: '2027-01-28',
  state: 'open',
} as unknown as ShownCohort;

describe('what is sent of a cohort', () => {
  test('is what was typed anew, and nothing of what stays', () => {
    expect(changedValues(base, { ...base, partners: ['mtu', 'vcu'] })).toEqual({});
    expect(changedValues(base, { ...base, capacity: 30, minimum: null, startDate: '2027-02-08' })).toEqual({
      capacity: 30,
      minimum: null,
      startDate: '2027-02-08',
    });
  });

  test('never takes a first day away', () => {
    expect(changedValues(base, { ...base, startDate: null })).toEqual({});
  });
});

test('what somebody else has changed is told in lines', () => {
  const theirs = { ...base, capacity: 30, schedule: 'Nights', partners: null, state: 'full' } as ShownCohort;
  expect(differences(base, theirs)).toEqual(['Partners: all', 'Days and hours: Nights', 'Seats: 30', 'State: Full']);
});
