import { expect, test } from 'vitest';
import { publishedText } from './cohort-words.tsx';

test('publishing nothing says that a draft whose first day has come is not published either', () => {
  expect(publishedText(0)).toContain('they have begun');
  expect(publishedText(0)).not.toMatch(/None of them was a draft/);
  expect([1, 12].map(publishedText)).toEqual(['Students see 1 cohort more', 'Students see 12 cohorts more']);
});
