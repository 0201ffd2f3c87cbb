import { expect, test } from 'vitest';
import { findWebinarDay } from './webinar-dates.ts';

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
