import { expect, test } from 'vitest';
import { checkWish, firstDay, labelOf, ownHours, slotNames } from './consultation-times.ts';

const sydney = { languageTag: 'en-AU', timeZone: 'Australia/Sydney' };
// The morning of 1 December in Sydney and Auckland, the afternoon of 30 November in New York.
const now = new Date('2026-11-30T21:30:00Z');

test('the hours are named as they are known', () => {
  expect(slotNames.map(labelOf)).toEqual(['Morning 9-12', 'Afternoon 1-4', 'Evening 5-7']);
});

test('a reader with another clock sees their own hours too', () => {
  expect(ownHours('morning', '2026-12-01', sydney, 'Pacific/Auckland')).toBe('11:00 am to 2:00 pm for you');
  expect(ownHours('morning', '2026-12-01', sydney, 'Australia/Melbourne')).toBeUndefined();
  expect(ownHours('morning', '2026-12-01', sydney, 'America/New_York')).toBe(
    '5:00 pm to 8:00 pm for you, the day before',
  );
  expect(ownHours('evening', '2026-12-01', { ...sydney, timeZone: 'America/New_York' }, 'Pacific/Auckland')).toBe(
    '11:00 am to 1:00 pm for you, the day after',
  );
});

test.each([
  ['Australia/Sydney', 'America/New_York', '2026-12-01'],
  ['America/New_York', 'Australia/Sydney', '2026-12-01'],
  ['America/New_York', 'America/Chicago', '2026-11-30'],
])('for %s, read in %s, the first day is %s', (there, here, day) => {
  expect(firstDay(there, here, now)).toBe(day);
});

const check = (values: Record<string, string>) => checkWish(values, sydney.timeZone, sydney.timeZone, now);

test.each([
  [{ date: '', slot: 'morning' }, 'Please choose a date'],
  [{ date: '2026-11-30', slot: 'morning' }, 'Please choose a date that is not in the past.'],
  [{ date: '2026-12-01', slot: 'night' }, 'Please choose a time'],
])('%o is refused: %s', (values, message) => {
  expect(check(values).map((problem) => problem.message)).toEqual([message]);
});

test('today can be chosen, but not what has passed of it', () => {
  expect(check({ date: '2026-12-01', slot: 'morning' })).toEqual([]);
  const atNoon = checkWish(
    { date: '2026-12-01', slot: 'morning' },
    sydney.timeZone,
    sydney.timeZone,
    new Date('2026-12-01T01:00:00Z'),
  );
  expect(atNoon).toEqual([{ field: 'slot', message: 'This time has passed today. Please choose another one.' }]);
});
