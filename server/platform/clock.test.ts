import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createClock } from './clock.ts';

const september = new Date('2025-09-01T09:00:00Z');
afterEach(() => void vi.useRealTimers());

test('a clock without a start is the system clock', () => {
  const before = Date.now();
  const now = createClock().now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('a clock with a start begins there and runs on', async () => {
  const startedMs = Date.now();
  const clock = createClock(september);
  const atFirst = clock.now().getTime();
  expect(atFirst).toBeGreaterThanOrEqual(september.getTime());
  expect(atFirst - september.getTime()).toBeLessThanOrEqual(Date.now() - startedMs + 1);
  await sleep(50);
  expect(clock.now().getTime() - atFirst).toBeGreaterThanOrEqual(45);
});

test('a clock with a start does not jump with the system clock', () => {
  const clock = createClock(september);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 86_400_000 });
  expect(clock.now().getTime() - september.getTime()).toBeLessThan(86_400_000);
});
