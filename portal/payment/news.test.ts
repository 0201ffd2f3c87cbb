import { expect, test } from 'vitest';
import { isNews } from './news.ts';

test('a payment is news for a day, and where its time is not known', () => {
  const paidAt = '2026-11-20T02:00:00.000Z';
  expect(isNews(paidAt, Date.parse('2026-11-21T01:59:00Z'))).toBe(true);
  expect(isNews(paidAt, Date.parse('2026-11-21T02:00:00Z'))).toBe(false);
  expect(isNews(null, 0)).toBe(true);
});
