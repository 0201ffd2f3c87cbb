import { expect, it } from 'vitest';
import type { Order } from '../../contract/payments.ts';
import { findOtherCity } from './first-day.ts';

const cohort = {
  startDate: '2027-02-02',
  schedule: 'Tuesday and Thursday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm',
  timeZone: 'Pacific/Auckland',
} as Order['cohort'];

it('the city is named where the first class is still on the day before', () => {
  const fullTime = { ...cohort, startDate: '2027-02-01', schedule: 'Monday to Friday, 9:00 am to 5:00 pm' };
  expect(findOtherCity(fullTime, 'America/New_York')).toBe('Auckland');
});

it('no city is named where the day is the same', () => {
  expect(findOtherCity(cohort, 'America/New_York')).toBeUndefined();
  expect(findOtherCity(cohort, 'Pacific/Auckland')).toBeUndefined();
});

it('no city is named where hours are not settled', () => {
  expect(findOtherCity({ ...cohort, schedule: null }, 'America/New_York')).toBeUndefined();
  expect(findOtherCity(undefined, 'America/New_York')).toBeUndefined();
});
