import { expect, test } from 'vitest';
import { byNextOccasion, writeDateTile, writeTimes } from './webinar-times.ts';

const sydney = { languageTag: 'en-AU', timeZone: 'Australia/Sydney' };
const occasion = { startsAt: new Date('2026-12-02T07:00:00Z'), endsAt: new Date('2026-12-02T08:30:00Z') };

test("the partner's clock comes first, the reader's own second", () => {
  expect(writeTimes(sydney, occasion, 'Pacific/Auckland')).toEqual({
    day: 'Wed 2 December 2026',
    hours: '6:00 pm to 7:30 pm (Sydney time)',
    own: '8:00 pm to 9:30 pm (Auckland, your time)',
  });
});

test('where it is another day for the reader, the day is named', () => {
  const { own } = writeTimes({ languageTag: 'en-US', timeZone: 'America/New_York' }, occasion, 'Pacific/Honolulu');
  expect(own).toBe('Tue, December 1, 2026, 9:00 pm to 10:30 pm (Honolulu, your time)');
});

test('a clock that shows the same is not repeated', () => {
  expect(writeTimes(sydney, occasion, 'Australia/Melbourne').own).toBeUndefined();
});

test("the tile shows the partner's day", () => {
  expect(writeDateTile(sydney, new Date('2026-12-02T22:00:00Z'))).toEqual({ day: '3', month: 'Dec' });
});

test('what comes next stands first, what has been last', () => {
  const on = (day: string) => ({ date: { on: day }, time: '6:00 pm', minutes: 60 }) as const;
  const [been, soon, later] = [on('2026-11-01'), on('2026-12-01'), on('2026-12-24')];
  const now = new Date('2026-11-20T00:00:00Z');
  expect(byNextOccasion([later, been, soon], sydney.timeZone, now)).toEqual([soon, later, been]);
});
