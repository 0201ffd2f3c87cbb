import { expect, test } from 'vitest';
import { partnerCodes, partners } from '../../contract/partners.ts';
import { formatAmount, formatDay, formatMoment, formatPrice, formatStart, formatTime } from './format.ts';

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

test('a start may be a day, a month, or a word', () => {
  expect(formatStart(partners.uc, '2027-03-01')).toBe('Mon 1 March 2027');
  expect(formatStart(partners.uc, '2025-12')).toBe('December 2025');
  expect(formatStart(partners.uc, 'Future')).toBe('Future');
});

test('a moment is told in the zone that is asked for', () => {
  const moment = '2027-03-01T01:35:00Z';
  expect(formatMoment(partners.uc, moment, 'Pacific/Auckland')).toBe('Mon 1 March 2027, 14:35');
  expect(formatTime(partners.unlv, moment, 'America/Los_Angeles')).toMatch(/^5:35\sPM$/);
});
