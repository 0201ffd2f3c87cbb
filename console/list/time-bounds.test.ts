import { describe, expect, test } from 'vitest';
import { dayOf } from '../shell/times.ts';
import { boundWords, chosenBound, chosenDays, dayOfBound, isBound, isChoosable, isOwnDay } from './time-bounds.ts';

const auckland = 'Pacific/Auckland';
const sydney = 'Australia/Sydney';
/** November of Sydney, as Home leads to the orders of a partner there. */
const november = { from: '2026-10-31T13:00:00.000Z', until: '2026-11-30T13:00:00.000Z' };

describe('days that are chosen', () => {
  test('are those of the reader', () => {
    expect(chosenBound('from', '2026-11-01', undefined, auckland)).toBe('2026-10-31T11:00:00.000Z');
    expect(chosenBound('until', '2026-11-30', undefined, auckland)).toBe('2026-11-30T11:00:00.000Z');
  });

  test('begin and end with them where the clocks are changed', () => {
    // 27 September 2026 has 23 hours in Auckland, 5 April 25.
    expect(chosenBound('from', '2026-09-27', undefined, auckland)).toBe('2026-09-26T12:00:00.000Z');
    expect(chosenBound('until', '2026-09-27', undefined, auckland)).toBe('2026-09-27T11:00:00.000Z');
    expect(chosenBound('from', '2026-04-05', undefined, auckland)).toBe('2026-04-04T11:00:00.000Z');
    expect(chosenBound('until', '2026-04-05', undefined, auckland)).toBe('2026-04-05T12:00:00.000Z');
  });

  test('are read as they were chosen', () => {
    for (const operator of ['from', 'until'] as const) {
      const bound = chosenBound(operator, '2026-11-01', undefined, auckland);
      expect(dayOfBound(operator, bound, auckland)).toBe('2026-11-01');
      expect(boundWords(operator, bound, auckland)).toBe(dayOf('2026-11-01'));
    }
  });
});

describe('a year that is mistyped', () => {
  test.each(['0026-11-01', '0999-12-31', '1899-12-31', '9999-12-31', '10026-11-01'])('is not taken: %s', (day) => {
    expect(isChoosable(day)).toBe(false);
  });

  test.each(['0026-11-01T12:20:56.000Z', '0026-11-01', '9999-12-31T11:00:00.000Z', '+010000-01-01T08:00:00.000Z'])(
    'is left out of an address: %s',
    (value) => expect(isBound(value)).toBe(false),
  );

  test.each([auckland, sydney, 'America/Los_Angeles'])(
    'is told from the first and the last day to choose, which an address takes in %s',
    (zone) => {
      for (const [operator, day] of [
        ['from', chosenDays.first],
        ['until', chosenDays.last],
      ] as const) {
        const bound = chosenBound(operator, day, undefined, zone);
        expect(isChoosable(day)).toBe(true);
        expect(isBound(bound)).toBe(true);
        expect(dayOfBound(operator, bound, zone)).toBe(day);
      }
    },
  );

  test('stays readable: a day has four digits of a year', () => {
    expect(boundWords('from', '0026-11-01T12:00:00.000Z', 'UTC')).toMatch(/26/);
    expect(dayOfBound('from', '0026-11-01T12:00:00.000Z', 'UTC')).toBe('0026-11-01');
  });
});

describe('a bound that stands in the address', () => {
  test('names the days of the figure that leads to it', () => {
    expect(boundWords('from', november.from, sydney)).toBe(dayOf('2026-11-01'));
    expect(boundWords('until', november.until, sydney)).toBe(dayOf('2026-11-30'));
  });

  test('names its time where it is no whole day of the reader', () => {
    expect(isOwnDay('from', november.from, auckland)).toBe(false);
    expect(boundWords('from', november.from, auckland)).toMatch(/2026.*2:00/);
    expect(boundWords('until', november.until, auckland)).toMatch(/Dec.*2026.*2:00/);
  });

  test.each([
    ['a moment', november.from, november.until],
    ['a day of UTC, from an older view', '2026-11-01', '2026-11-30'],
  ])('stays as it is where its day is not changed: %s', (_, from, until) => {
    for (const zone of [auckland, sydney, 'America/Los_Angeles']) {
      expect(chosenBound('from', dayOfBound('from', from, zone), from, zone)).toBe(from);
      expect(chosenBound('until', dayOfBound('until', until, zone), until, zone)).toBe(until);
    }
  });

  test('says that a day without a time is one of UTC', () => {
    expect(boundWords('from', '2026-11-01', auckland)).toBe(`${dayOf('2026-11-01')} (UTC)`);
  });
});
