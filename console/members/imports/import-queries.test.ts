import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importConsoleCalls } from '../../../contract/console/imports.ts';
import { isUnderWay } from './import-queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { data: example } = importConsoleCalls['GET /console/api/sites/:siteId/imports/:importId'].example.answer;

test('a stopped import is asked for while its last rows are counted, whatever the clock of the reader says', () => {
  const endsAt = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  for (const endedAt of endsAt) {
    const found = { ...example, id: endedAt, state: 'cancelled', checkedCounts: example.counts, endedAt } as const;
    expect(isUnderWay(found)).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(isUnderWay(found)).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(isUnderWay(found)).toBe(false);
  }
});

test('an import that was stopped before it wrote anything is not asked for', () => {
  expect(isUnderWay({ ...example, state: 'cancelled', checkedCounts: null })).toBe(false);
});
