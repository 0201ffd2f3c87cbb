import { describe, expect, it } from 'vitest';
import { datesText, findReaderHours, startText } from './cohort-times.ts';

describe('the start of a cohort', () => {
  it('with a day is written in the format of the partner', () => {
    expect(startText('2027-02-01', 'en-AU')).toBe('Mon 1 February 2027');
    expect(startText('2027-02-01', 'en-US')).toBe('Mon, February 1, 2027');
  });

  it('with a month alone names no day', () => {
    expect(startText('2025-12', 'en-AU')).toBe('December 2025');
  });

  it('of a future intake is the word Future', () => {
    expect(startText('Future', 'en-AU')).toBe('Future');
    expect(datesText({ startDate: 'Future', endDate: null }, 'en-AU')).toBe('Future');
  });
});

it('a cohort with both days shows them as a range', () => {
  const text = datesText({ startDate: '2027-02-01', endDate: '2027-04-25' }, 'en-US');
  expect(text).toMatch(/February 1.+April 25, 2027/);
});

describe('the hours on the reader’s clock', () => {
  const cohort = {
    startDate: '2027-02-01',
    schedule: 'Monday to Friday, 9:00 to 17:00',
    timeZone: 'Australia/Sydney',
  };

  it('are translated on the day the cohort starts', () => {
    const hours = findReaderHours(cohort, 'Pacific/Auckland', 'en-NZ');
    expect(hours).toEqual({ hours: expect.stringMatching(/^11:00.am – 7:00.pm$/), city: 'Auckland', dayShift: 0 });
  });

  it('say when classes begin on the day before', () => {
    expect(findReaderHours(cohort, 'America/New_York', 'en-US')).toMatchObject({ city: 'New York', dayShift: -1 });
  });

  it('say when classes begin on the next day', () => {
    const evening = { ...cohort, schedule: 'Tuesday and Thursday, 18:00 to 21:00', timeZone: 'America/Los_Angeles' };
    expect(findReaderHours(evening, 'Australia/Sydney', 'en-AU')).toMatchObject({ dayShift: 1 });
  });

  it('are left out where the clocks agree, also under another name of the zone', () => {
    expect(findReaderHours(cohort, 'Australia/Sydney', 'en-AU')).toBeUndefined();
    expect(findReaderHours(cohort, 'Australia/Melbourne', 'en-AU')).toBeUndefined();
  });

  it('are left out where hours or day are not settled', () => {
    expect(findReaderHours({ ...cohort, schedule: null }, 'Pacific/Auckland', 'en-NZ')).toBeUndefined();
    expect(findReaderHours({ ...cohort, startDate: 'Future' }, 'Pacific/Auckland', 'en-NZ')).toBeUndefined();
  });
});
