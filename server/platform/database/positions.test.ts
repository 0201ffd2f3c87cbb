import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPositions } from './positions.ts';

test('a standby lags since the primary was first seen beyond it', async () => {
  const positions = createPositions();
  positions.add(100n);
  await sleep(20);
  positions.add(200n);
  expect(positions.lagOf(200n)).toBe(0);
  expect(positions.lagOf(150n)).toBeLessThan(positions.lagOf(50n));
  expect(positions.oldestWithin(10_000)).toBe(100n);
});

test('after a failover that lost the end of the log a standby is compared with the new primary alone', () => {
  const positions = createPositions();
  for (const position of [100n, 200n, 150n]) positions.add(position);
  expect(positions.lagOf(150n)).toBe(0);
  expect(positions.oldestWithin(10_000)).toBe(150n);
});
