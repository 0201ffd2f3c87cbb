import { expect, test } from 'vitest';
import { partnerCodes, partners } from '../../shared/partners.ts';
import { formatOnBothClocks } from './both-clocks.ts';
import {
  cityOf,
  formatAmount,
  formatDay,
  formatMoment,
  formatPrice,
  formatSchedule,
  formatStart,
  formatTime,
  unbroken,
} from './format.ts';

test('prices name New Zealand dollars for every partner', () => {
  for (const code of partnerCodes) {
    expect(formatPrice(partners[code], 1_237_500)).toBe('NZ$12,375');
    expect(formatAmount(partners[code], 1_237_500)).toBe('NZ$12,375.00');
  }
});

test('cents show on a price only where there are some', () => {
  expect(formatPrice(partners.uc, 43_250)).toBe('NZ$432.50');
});

test('days are written in the order of the partner', () => {
  expect(formatDay(partners.uts, '2027-03-01')).toBe('Mon 1 March 2027');
  expect(formatDay(partners.uc, '2027-03-01')).toBe('Mon 1 March 2027');
  expect(formatDay(partners.sg, '2027-03-01')).toBe('Mon 1 March 2027');
  expect(formatDay(partners.unlv, '2027-03-01')).toBe('Mon, March 1, 2027');
});

test('a start may be a day, a month, or not known yet', () => {
  expect(formatStart(partners.uc, '2027-03-01')).toBe('Mon 1 March 2027');
  expect(formatStart(partners.uc, '2025-12')).toBe('December 2025');
  expect(formatStart(partners.uc, 'Future')).toBe('No date yet');
  expect(formatStart(partners.uc, '')).toBe('No date yet');
});

test('a start in words of another system is shown as it is', () => {
  expect(formatStart(partners.uc, 'March 2026')).toBe('March 2026');
});

test('a moment is told in the zone that is asked for', () => {
  const moment = '2027-03-01T01:35:00Z';
  expect(formatMoment(partners.uc, moment, 'Pacific/Auckland')).toBe('Mon 1 March 2027, 2:35 pm');
});

test("the clock a moment is meant for comes first, the reader's own second where it shows another time", () => {
  const read = (reader: string) =>
    formatOnBothClocks(partners.vcu, '2026-12-17T00:00:00Z', { meant: 'Pacific/Auckland', reader });
  expect(read('America/New_York')).toEqual([
    'Thu, December 17, 2026, 1:00 pm (Auckland time)',
    'Wed, December 16, 2026, 7:00 pm (New York, your time)',
  ]);
  expect(read('Antarctica/McMurdo')).toEqual(['Thu, December 17, 2026, 1:00 pm (Auckland time)']);
});

test('every partner tells the time on the clock of the schedules', () => {
  for (const code of partnerCodes) {
    expect(formatTime(partners[code], '2027-03-01T01:35:00Z', 'America/Los_Angeles')).toBe('5:35 pm');
    expect(formatTime(partners[code], '2027-03-01T00:05:00Z', 'UTC')).toBe('12:05 am');
  }
});

test('a zone is known by its city', () => {
  expect(cityOf('America/New_York')).toBe('New York');
  expect(formatSchedule('Monday, 9:00 am to 5:00 pm', 'Pacific/Auckland')).toBe(
    'Monday, 9:00 am to 5:00 pm (Auckland time)',
  );
});

test.each([
  ['Asia/Calcutta', 'Kolkata'],
  ['Asia/Kolkata', 'Kolkata'],
  ['America/New_York', 'New York'],
])('the city of %s is %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city);
});

test('keeps a time and the place it is meant for on one line each', () => {
  expect(unbroken('Monday to Friday, 9:00 am to 5:00 pm (New York time)').split(' ')).toEqual([
    'Monday',
    'to',
    'Friday,',
    '9:00\u00a0am',
    'to',
    '5:00\u00a0pm',
    '(New\u00a0York\u00a0time)',
  ]);
});
