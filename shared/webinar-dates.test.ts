import { expect, test } from 'vitest';
import { findWebinarDay, findOccasion } from './webinar-dates.ts';

test.each([
  ['2026-11-20', '2026-12-02'],
  ['2026-12-02', '2026-12-02'],
  ['2026-12-03', '2026-12-30'],
  ['2027-10-07', '2027-11-03'],
])('on %s a webinar of every four weeks is next on %s', (today, day) => {
  expect(findWebinarDay({ everyWeeks: 4, from: '2026-12-02' }, today)).toBe(day);
});

test('a webinar that takes place once keeps its day', () => {
  expect(findWebinarDay({ on: '2026-03-04' }, '2026-11-20')).toBe('2026-03-04');
});

const fortnightly = { date: { everyWeeks: 2, from: '2026-12-02' }, time: '6:00 pm', minutes: 60 } as const;

test.each([
  ['before it starts', '2026-12-02T06:59:00Z', '2026-12-02'],
  ['while it runs', '2026-12-02T07:30:00Z', '2026-12-02'],
  ['once it has ended', '2026-12-02T08:00:00Z', '2026-12-16'],
  // The evening of the day before in New York, the morning after in Sydney.
  ['on the day after, seen from the west', '2026-12-02T22:00:00Z', '2026-12-16'],
])('%s a fortnightly webinar shows the right day', (_when, now, day) => {
  const { startsAt } = findOccasion(fortnightly, 'Australia/Sydney', new Date(now));
  expect(startsAt.toISOString()).toBe(`${day}T07:00:00.000Z`);
});

test('a webinar starts on the clock of its partner', () => {
  const { startsAt, endsAt } = findOccasion(fortnightly, 'Australia/Sydney', new Date('2026-11-20T00:00:00Z'));
  expect([startsAt.toISOString(), endsAt.toISOString()]).toEqual([
    '2026-12-02T07:00:00.000Z',
    '2026-12-02T08:00:00.000Z',
  ]);
});

test('a webinar that does not come again keeps its occasion once it is over', () => {
  const once = { ...fortnightly, date: { on: '2026-12-02' } };
  const { endsAt } = findOccasion(once, 'Australia/Sydney', new Date('2027-03-01T00:00:00Z'));
  expect(endsAt.toISOString()).toBe('2026-12-02T08:00:00.000Z');
});
