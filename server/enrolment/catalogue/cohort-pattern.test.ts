import { describe, expect, test } from 'vitest';
import type { Pattern } from '../../../contract/console/cohorts-schemas.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import { holidaysOf } from './class-days.ts';
import { planCohorts } from './cohort-pattern.ts';

const now = new Date('2026-11-27T12:00:00Z');
const pattern = (wish: Partial<Pattern> = {}): Pattern => ({
  partner: 'uts',
  course: 'cyber',
  modes: ['full-time', 'part-time'],
  firstDay: '2027-01-04',
  lastDay: '2027-12-31',
  everyWeeks: 3,
  schedules: { 'full-time': 'Monday to Friday', 'part-time': 'Tuesday evenings' },
  capacity: 24,
  minimum: 8,
  enrolByDaysBefore: 4,
  isDraft: true,
  ...wish,
});
const plan = (partner: PartnerCode, wish: Partial<Pattern> = {}) => planCohorts(partner, pattern(wish), now);
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const [monday, tuesday] = [1, 2];

describe('a pattern of a year', () => {
  test.for(['uts', 'vcu', 'sg'] as const)('keeps its weekdays and begins on no holiday, for %s', (partner) => {
    const planned = plan(partner);
    expect(planned.length).toBeGreaterThan(30);
    for (const { mode, day } of planned) {
      expect(weekdayOf(day)).toBe(mode === 'full-time' ? monday : tuesday);
      expect(holidaysOf([partner])).not.toHaveProperty(day);
    }
  });

  test('moves by a week what a holiday of the partner’s country meets, and nothing else', () => {
    const moved = (partner: PartnerCode) =>
      plan(partner, { lastDay: '2027-02-28' }).flatMap(({ day, movedBy }) =>
        movedBy.map(({ date, name }) => `${date} ${name} → ${day}`),
      );
    expect(moved('uts')).toEqual(['2027-01-26 Australia Day → 2027-02-02']);
    // Monday, of the United States alone.
    const fortnightly = { everyWeeks: 2, modes: ['full-time'], lastDay: '2027-02-08' } satisfies Partial<Pattern>;
    expect(plan('vcu', fortnightly).map(({ day }) => day)).toEqual(['2027-01-04', '2027-01-25', '2027-02-01']);
    expect(plan('uts', fortnightly).map(({ day }) => day)).toEqual(['2027-01-04', '2027-01-18', '2027-02-01']);
  });

  test('closes at the end of the day so many days before the start, in the partner’s zone', () => {
    const [first] = plan('uts', { modes: ['full-time'] });
    expect(first!.enrolBy).toBe('2026-12-31');
    // Midnight in Sydney in summer.
    expect(first!.cohort.closesAt).toEqual(new Date('2026-12-31T13:00:00Z'));
    expect(plan('uts', { enrolByDaysBefore: null })[0]!.cohort.closesAt).toBeNull();
  });

  test('of every week with a holiday has no cohort twice', () => {
    const ids = plan('vcu', { everyWeeks: 1, modes: ['full-time'] }).map(({ cohort }) => cohort.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('that has too many cohorts, ends before it begins or begins today is refused', () => {
    const refusal = (wish: Partial<Pattern>) => () => plan('uts', wish);
    expect(refusal({ everyWeeks: 1 })).toThrow(expect.objectContaining({ code: 'pattern-too-long' }));
    expect(refusal({ lastDay: '2027-01-03' })).toThrow(expect.objectContaining({ code: 'cohort-dates-differ' }));
    expect(refusal({ firstDay: '2026-11-27' })).toThrow(expect.objectContaining({ code: 'cohort-dates-differ' }));
    expect(refusal({ minimum: 25 })).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });
});
