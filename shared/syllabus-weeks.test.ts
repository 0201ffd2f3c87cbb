import { expect, test } from 'vitest';
import { nameWeeks, weeksOf } from './syllabus-weeks.ts';

const parts = [{ weeks: 2 }, { weeks: 1 }, { weeks: 9 }];

test('full-time counts the weeks as they are', () => {
  expect(weeksOf(parts, 'full-time').map(nameWeeks)).toEqual(['Weeks 1–2', 'Week 3', 'Weeks 4–12']);
});

test('part-time takes twice as long over everything', () => {
  expect(weeksOf(parts, 'part-time').map(nameWeeks)).toEqual(['Weeks 1–4', 'Weeks 5–6', 'Weeks 7–24']);
});
