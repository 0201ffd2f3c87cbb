import { describe, expect, it } from 'vitest';
import { findReaderHours } from './cohort-times.ts';

const australian = { languageTag: 'en-AU' };
const american = { languageTag: 'en-US' };

describe('the hours on the reader’s clock', () => {
  const cohort = {
    startDate: '2027-02-01',
    schedule: 'Monday to Friday, 9:00 to 17:00',
    timeZone: 'Australia/Sydney',
  };

  it('are translated on the day the cohort starts', () => {
    const hours = findReaderHours(cohort, australian, 'Pacific/Auckland');
    expect(hours).toEqual({ hours: '11:00 to 19:00', city: 'Auckland', dayShift: 0 });
  });

  it('say when classes begin on the day before', () => {
    expect(findReaderHours(cohort, american, 'America/New_York')).toMatchObject({ city: 'New York', dayShift: -1 });
  });

  it('say when classes begin on the next day', () => {
    const evening = { ...cohort, schedule: 'Tuesday and Thursday, 18:00 to 21:00', timeZone: 'America/Los_Angeles' };
    expect(findReaderHours(evening, australian, 'Australia/Sydney')).toMatchObject({ dayShift: 1 });
  });

  it('are left out where the clocks agree, also under another name of the zone', () => {
    expect(findReaderHours(cohort, australian, 'Australia/Sydney')).toBeUndefined();
    expect(findReaderHours(cohort, australian, 'Australia/Melbourne')).toBeUndefined();
  });

  it('are left out where hours or day are not settled', () => {
    expect(findReaderHours({ ...cohort, schedule: null }, australian, 'Pacific/Auckland')).toBeUndefined();
    expect(findReaderHours({ ...cohort, startDate: 'Future' }, australian, 'Pacific/Auckland')).toBeUndefined();
  });
});
