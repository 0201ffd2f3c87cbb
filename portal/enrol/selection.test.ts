import { describe, expect, it } from 'vitest';
import type { Catalogue, Cohort } from '../../contract/cohorts.ts';
import type { Order } from '../../contract/payments.ts';
import { cohortsOf, openStep, readSelection, withOwnSeat } from './selection.ts';

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
const software: Cohort = { ...open, id: 'software-1', course: 'software' };
const cohorts = [started, full, open, future, software];

describe('a stored selection', () => {
  it('with a cohort that can be taken is kept', () => {
    expect(readSelection(cohorts, { course: 'cyber', cohortId: open.id })).toEqual({ course: 'cyber', cohort: open });
  });

  it('understands the long form of a course', () => {
    expect(readSelection(cohorts, { course: 'cyber-security', cohortId: '' }).course).toBe('cyber');
  });

  it.each([
    ['started', started.id],
    ['full', full.id],
    ['of another course', software.id],
    ['unknown', 'nothing'],
    ['empty', ''],
  ])('with a cohort that is %s has no cohort', (_reason, cohortId) => {
    expect(readSelection(cohorts, { course: 'cyber', cohortId })).toEqual({ course: 'cyber', cohort: undefined });
  });
});

describe('the open step', () => {
  const nothing = { course: undefined, cohort: undefined };
  const course = { course: 'cyber', cohort: undefined } as const;
  const both = { course: 'cyber', cohort: open } as const;

  it('on arrival is the furthest the selection allows', () => {
    expect(openStep(nothing, undefined)).toBe('course');
    expect(openStep(course, undefined)).toBe('cohort');
    expect(openStep(both, undefined)).toBe('payment');
  });

  it('can be an earlier one', () => {
    expect(openStep(both, 'course')).toBe('course');
    expect(openStep(both, 'cohort')).toBe('cohort');
  });

  it('is never one the selection does not allow', () => {
    expect(openStep(course, 'payment')).toBe('cohort');
    expect(openStep(nothing, 'payment')).toBe('course');
  });
});

describe('the cohorts of a course', () => {
  it('come with those that can be taken first', () => {
    expect(cohortsOf(cohorts, 'cyber').map(({ id }) => id)).toEqual([open.id, future.id, started.id, full.id]);
  });
});

describe('the last seat of a cohort', () => {
  const held: Cohort = { ...full, seats: { state: 'full', left: null, mayComeBack: true } };
  const catalogue = { cohorts: [open, held, full] } as Catalogue;
  const order = { cohort: { id: held.id }, holdExpiresAt: '2027-01-01T00:00:00.000Z' } as Order;
  const left = (known: Order | null) => withOwnSeat(catalogue, known).cohorts.map(({ seats }) => seats.state);

  it('is free for the member it is held for', () => {
    expect(left(order)).toEqual(['available', 'few', 'full']);
  });

  it('is no other member’s, and not theirs once the hold is over', () => {
    expect(left(null)).toEqual(['available', 'full', 'full']);
    expect(left({ ...order, holdExpiresAt: null })).toEqual(['available', 'full', 'full']);
    expect(left({ ...order, cohort: { ...order.cohort, id: 'another' } })).toEqual(['available', 'full', 'full']);
  });
});
