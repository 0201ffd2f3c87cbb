import { describe, expect, it } from 'vitest';
import { partners } from '../../shared/partners.ts';
import { ownHours, ownStart, daysWithoutClass } from './cohort-times.ts';

const cohort = {
  startDate: '2027-02-01',
  schedule: 'Monday to Friday, 9:00 am to 5:00 pm',
  timeZone: 'Pacific/Auckland',
};

const { uts } = partners;
const plain = (lines: string[]) => lines.map((line) => line.replaceAll('\u00a0', ' '));
const hours = (meeting: Parameters<typeof ownHours>[1], zone: string) => plain(ownHours(uts, meeting, zone));

describe('a schedule on the reader’s clock', () => {
  it('is told with the reader’s city', () => {
    expect(hours(cohort, 'Australia/Sydney')).toEqual(['Monday to Friday, 7:00 am to 3:00 pm (Sydney, your time)']);
  });

  it('moves the days where classes fall on the day before', () => {
    expect(hours(cohort, 'America/New_York')).toEqual([
      'Sunday to Thursday, 3:00 pm to 11:00 pm (New York, your time)',
    ]);
  });

  it('moves the days where classes fall on the next day', () => {
    const evening = { ...cohort, schedule: 'Tuesday and Saturday, 18:00 to 21:00', timeZone: 'America/Los_Angeles' };
    expect(hours(evening, 'Australia/Sydney')).toEqual(['Wednesday and Sunday, 13:00 to 16:00 (Sydney, your time)']);
  });

  it('translates every pair of hours by itself', () => {
    const schedule = 'Tuesday and Thursday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm';
    expect(hours({ ...cohort, schedule }, 'America/New_York')).toEqual([
      'Tuesday and Thursday, 12:00 am to 3:00 am, and Friday, 3:00 pm to 7:00 pm (New York, your time)',
    ]);
  });

  it('reads noon and midnight', () => {
    const schedule = 'Monday, 12:00 am to 12:00 pm';
    expect(hours({ ...cohort, schedule }, 'Pacific/Fiji')).toEqual(['Sunday, 11:00 pm to 11:00 am (Fiji, your time)']);
  });

  it('says from which day it is another, as clocks change in one place and not in the other', () => {
    // New York goes forward on 14 March, Auckland back on 4 April 2027.
    expect(hours({ ...cohort, endDate: '2027-04-30' }, 'America/New_York')).toEqual([
      'Sunday to Thursday, 3:00 pm to 11:00 pm (New York, your time)',
      'From Mon 15 March 2027: Sunday to Thursday, 4:00 pm to 12:00 am (your time)',
      'From Sun 4 April 2027: Sunday to Thursday, 5:00 pm to 1:00 am (your time)',
    ]);
  });

  it('is told for the part of the run in which the clocks differ, though they agree at first', () => {
    // Brisbane has no summer time, Sydney’s ends on 4 April 2027.
    const meeting = { ...cohort, timeZone: 'Australia/Brisbane', startDate: '2027-08-02', endDate: '2027-11-05' };
    expect(hours(meeting, 'Australia/Sydney')).toEqual([
      'Monday to Friday, 9:00 am to 5:00 pm (Sydney, your time)',
      'From Sun 3 October 2027: Monday to Friday, 10:00 am to 6:00 pm (your time)',
    ]);
  });

  it('is left out where the clocks agree, also under another name of the zone', () => {
    expect(hours(cohort, 'Pacific/Auckland')).toEqual([]);
    expect(hours(cohort, 'Antarctica/McMurdo')).toEqual([]);
  });

  it('is left out where the clocks agree, in whichever spelling of the hours', () => {
    const schedules = ['Monday, 9:00 to 17:00', 'Monday, 9:00am to 5:00pm', 'Monday, 9:00 AM to 5:00 PM'];
    expect(schedules.flatMap((schedule) => hours({ ...cohort, schedule }, 'Pacific/Auckland'))).toEqual([]);
  });

  it('reads halves of the day in any spelling', () => {
    for (const schedule of ['Monday, 9:00am to 5:00pm', 'Monday, 9:00 AM to 5:00 PM'])
      expect(hours({ ...cohort, schedule }, 'Australia/Sydney')).toEqual([
        'Monday, 7:00 am to 3:00 pm (Sydney, your time)',
      ]);
  });

  it('is left out where hours or day are not settled', () => {
    expect(hours({ ...cohort, schedule: null }, 'Australia/Sydney')).toEqual([]);
    expect(hours({ ...cohort, schedule: 'Monday, 6:00 to 9:00 pm' }, 'Australia/Sydney')).toEqual([]);
    expect(hours({ ...cohort, schedule: 'Evenings' }, 'Australia/Sydney')).toEqual([]);
    expect(hours({ ...cohort, startDate: 'Future' }, 'Australia/Sydney')).toEqual([]);
  });
});

describe('the first day on the reader’s calendar', () => {
  it('is told where it is another date', () => {
    const start = ownStart(uts, cohort, 'America/New_York');
    expect(start?.replaceAll('\u00a0', ' ')).toBe('Sun 31 January 2027, 3:00 pm (New York, your time)');
  });

  it('is told by the hours of its own weekday', () => {
    const schedule = 'Tuesday and Thursday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm';
    const saturday = { ...cohort, startDate: '2027-02-06', schedule, timeZone: 'Australia/Sydney' };
    expect(plain([ownStart(uts, saturday, 'America/New_York')!])).toEqual([
      'Fri 5 February 2027, 5:00 pm (New York, your time)',
    ]);
    expect(ownStart(uts, { ...saturday, startDate: '2027-02-08' }, 'America/New_York')).toBeUndefined();
  });

  it('is left out where the dates agree, or no hours are settled', () => {
    expect(ownStart(uts, { ...cohort, schedule: 'Monday, 6:00 to 9:00 pm' }, 'America/New_York')).toBeUndefined();
    expect(ownStart(uts, cohort, 'Australia/Sydney')).toBeUndefined();
    expect(ownStart(uts, { ...cohort, schedule: null }, 'America/New_York')).toBeUndefined();
    expect(ownStart(uts, { ...cohort, startDate: '2027-02' }, 'America/New_York')).toBeUndefined();
  });
});

it('names the public holidays in a run, and says nothing where there are none', () => {
  const noClassOn = [
    { date: '2027-01-18', name: 'Martin Luther King Jr. Day' },
    { date: '2027-02-15', name: 'Presidents Day' },
  ];
  const sentence = daysWithoutClass({ languageTag: 'en-US' }, { noClassOn });
  expect(plain([sentence!])).toEqual([
    'No class on Mon, Jan 18 (Martin Luther King Jr. Day); Mon, Feb 15 (Presidents Day)',
  ]);
  // Day-first languages do without the comma.
  expect(plain([daysWithoutClass({ languageTag: 'en-AU' }, { noClassOn })!])).toEqual([
    'No class on Mon 18 Jan (Martin Luther King Jr. Day); Mon 15 Feb (Presidents Day)',
  ]);
  // A date stays on one line.
  expect(sentence).toContain('Mon,\u00a0Jan\u00a018 (');
  expect(daysWithoutClass({ languageTag: 'en-US' }, {})).toBeUndefined();
});
