import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { holidaysOf, parseHolidays } from './class-days.ts';
import { seedCohorts } from './seed-cohorts.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const weekdayOf = (date: string) => new Date(date).getUTCDay();
const shift = (date: string, days: number) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
const [sunday, saturday] = [0, 6];

describe('the public holidays', () => {
  test('of Singapore in 2027 are the ones its Ministry of Manpower has announced', () => {
    expect(Object.entries(holidaysOf(['sg'])).filter(([date]) => date.startsWith('2027'))).toEqual([
      ['2027-01-01', "New Year's Day"],
      ['2027-02-06', 'Chinese New Year'],
      ['2027-02-07', 'Chinese New Year'],
      ['2027-02-08', 'Chinese New Year, day in lieu'],
      ['2027-03-10', 'Hari Raya Puasa'],
      ['2027-03-26', 'Good Friday'],
      ['2027-05-01', 'Labour Day'],
      ['2027-05-17', 'Hari Raya Haji'],
      ['2027-05-20', 'Vesak Day'],
      ['2027-08-09', 'National Day'],
      ['2027-10-28', 'Deepavali'],
      ['2027-12-25', 'Christmas Day'],
    ]);
  });

  // Holidays Act 1998, section 4(2).
  test('of Singapore on a Sunday make the Monday after it one too', () => {
    const days = holidaysOf(['sg']);
    const onSundays = Object.keys(days).filter((date) => weekdayOf(date) === sunday);
    expect(onSundays.length).toBeGreaterThan(3);
    expect(onSundays.filter((date) => !(shift(date, 1) in days))).toEqual([]);
  });

  // 5 U.S.C. 6103(b); the fixed dates are the only ones that fall on a weekend.
  test.each(['vcu', 'unlv', 'utsa', 'mtu'] as const)(
    'of the United States on a weekend are kept beside it, at %s',
    (code) => {
      const days = holidaysOf([code]);
      const fixed = Object.keys(days).filter((date) => /-(01-01|06-19|07-04|11-11|12-25)$/.test(date));
      const missing = fixed.filter(
        (date) =>
          (weekdayOf(date) === saturday && !(shift(date, -1) in days)) ||
          (weekdayOf(date) === sunday && !(shift(date, 1) in days)),
      );
      expect(fixed).toHaveLength(15);
      expect(missing).toEqual([]);
    },
  );

  // Code of Virginia § 2.2-3300.
  test('of Virginia have Election Day in every year, and the Friday after Thanksgiving', () => {
    const named = (name: string) =>
      Object.entries(holidaysOf(['vcu'])).flatMap(([date, is]) => (is === name ? date : []));
    expect(named('Election Day')).toEqual(['2026-11-03', '2027-11-02', '2028-11-07']);
    expect(named('Day after Thanksgiving')).toEqual(['2026-11-27', '2027-11-26', '2028-11-24']);
  });

  test('are refused where a partner has a calendar that is not there', () => {
    const calendars = { 'NZ-CAN': { '2026-12-25': 'Christmas Day' } };
    const read = (partners: object) => parseHolidays(JSON.stringify({ source: 'a test', partners, calendars }));
    expect(read({ uc: 'NZ-CAN' }).partners).toEqual({ uc: 'NZ-CAN' });
    expect(() => read({ uc: 'NZ-CANT' })).toThrow('a calendar that is not among calendars');
  });
});

describe('intakes that are added', () => {
  test.each([
    ['begin within the years of the table, without a warning', '2027-06-01', 0],
    ['begin after them, with a warning for each', '2029-06-01', undefined],
  ])('%s', async (_, today, warnings) => {
    const database = await createTestDatabase();
    const warned = new Set<string>();
    const log = { warn: ({ cohort }: { cohort: string }) => warned.add(cohort) };
    const seed = () => seedCohorts({ db: database.db, clock: { now: () => new Date(today) }, log: log as never });
    await seed();
    const { rows } = await database.pool.query<{ id: string }>(`select id from cohort where start_date > $1`, [today]);
    expect(rows.length).toBeGreaterThan(0);
    expect(warned.size).toBe(warnings ?? rows.length);
    warned.clear();
    await seed();
    expect(warned.size).toBe(0);
    await database.drop();
  });
});
