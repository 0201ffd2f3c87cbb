import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabasePair, type DatabasePair } from '../../testing/database-pair.ts';
import { eventually } from '../../testing/eventually.ts';
import { createServerFinder, describeServer } from './primary.ts';

let pair: DatabasePair;
beforeAll(async () => {
  pair = await startDatabasePair();
});
afterAll(() => pair.stop());

test('of two servers that take writes the one that was promoted is used: nothing stopped the one before', async () => {
  const [before, promoted] = [pair.primaryUrl, pair.standbyUrl];
  await pair.promote();
  await eventually(async () => (await describeServer(promoted)).isWritable);
  expect((await describeServer(before)).isWritable).toBe(true);
  for (const addresses of [
    [before, promoted],
    [promoted, before],
  ] as const) {
    const finder = createServerFinder(addresses, 'primary');
    for (let asked = 0; asked < 10; asked++) {
      const found = await finder.find();
      expect(found.address).toBe(promoted);
      finder.forget(found);
    }
  }
});
