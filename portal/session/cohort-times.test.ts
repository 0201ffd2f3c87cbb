import { describe, expect, it } from 'vitest';
import { translateSchedule } from './cohort-times.ts';

const cohort = {
  startDate: '2027-02-01',
  schedule: 'Monday to Friday, 9:00 am to 5:00 pm',
  timeZone: 'Pacific/Auckland',
};

describe('a schedule on the reader’s clock', () => {
  it('is translated as on the day the cohort starts', () => {
    expect(translateSchedule(cohort, 'Australia/Sydney')).toBe('Monday to Friday, 7:00 am to 3:00 pm');
  });

  it('moves the days where classes fall on the day before', () => {
    expect(translateSchedule(cohort, 'America/New_York')).toBe('Sunday to Thursday, 3:00 pm to 11:00 pm');
  });

  it('moves the days where classes fall on the next day', () => {
    const evening = { ...cohort, schedule: 'Tuesday and Saturday, 18:00 to 21:00', timeZone: 'America/Los_Angeles' };
    expect(translateSchedule(evening, 'Australia/Sydney')).toBe('Wednesday and Sunday, 13:00 to 16:00');
  });

  it('translates every pair of hours by itself', () => {
    const schedule = 'Tuesday and Thursday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm';
    expect(translateSchedule({ ...cohort, schedule }, 'America/New_York')).toBe(
      'Tuesday and Thursday, 12:00 am to 3:00 am, and Friday, 3:00 pm to 7:00 pm',
    );
  });

  it('reads noon and midnight', () => {
    const schedule = 'Monday, 12:00 am to 12:00 pm';
    expect(translateSchedule({ ...cohort, schedule }, 'Pacific/Fiji')).toBe('Sunday, 11:00 pm to 11:00 am');
  });

  it('is left out where the clocks agree, also under another name of the zone', () => {
    expect(translateSchedule(cohort, 'Pacific/Auckland')).toBeUndefined();
    expect(translateSchedule(cohort, 'Antarctica/McMurdo')).toBeUndefined();
  });

  it('is left out where hours or day are not settled', () => {
    expect(translateSchedule({ ...cohort, schedule: null }, 'Australia/Sydney')).toBeUndefined();
    expect(translateSchedule({ ...cohort, schedule: 'Evenings' }, 'Australia/Sydney')).toBeUndefined();
    expect(translateSchedule({ ...cohort, startDate: 'Future' }, 'Australia/Sydney')).toBeUndefined();
  });
});
