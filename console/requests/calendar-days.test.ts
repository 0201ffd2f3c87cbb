import { expect, test } from 'vitest';
import type { BookedConsultation } from '../../contract/console/requests-schemas.ts';
import { addDays, byDay, mondayOf, readCalendarAddress } from './calendar-days.ts';

const read = (query: string) => readCalendarAddress(new URLSearchParams(query), '2026-11-26');

test('a week begins on its Monday, over the end of a month and a year', () => {
  expect(mondayOf('2027-01-03')).toBe('2026-12-28');
  expect(mondayOf('2026-11-30')).toBe('2026-11-30');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});

test('what the address does not say, or says wrongly, is this week', () => {
  expect(read('')).toEqual({ view: 'week', from: '2026-11-23', partner: undefined });
  expect(read('view=year&from=2026-13-45&partner=')).toEqual(read(''));
  expect(read('view=list&from=2026-12-02&partner=uts')).toEqual({ view: 'list', from: '2026-12-02', partner: 'uts' });
});

test('a consultation stands on the day that it is where the reader is', () => {
  const booked = { startsAt: '2026-11-25T23:30:00.000Z' } as BookedConsultation;
  expect([...byDay([booked], 'Europe/Berlin').keys()]).toEqual(['2026-11-26']);
  expect([...byDay([booked], 'America/New_York').keys()]).toEqual(['2026-11-25']);
});
