import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { shareReads } from './shared-reads.ts';

async function startReads() {
  const database = await createTestDatabase();
  const asked: number[][] = [];
  let fault: Error | undefined;
  const read = shareReads(async (_db, keys: readonly number[]) => {
    asked.push([...keys]);
    if (fault) throw fault;
    const { rows } = await database.pool.query<{ doubled: number }>(
      'select key * 2 as doubled from unnest($1::int[]) with ordinality as k (key, place) order by place',
      [keys],
    );
    return rows.map(({ doubled }) => doubled);
  });
  return {
    read: (key: number) => read(database.db, key),
    asked,
    failWith: (error: Error | undefined) => void (fault = error),
    drop: () => database.drop(),
  };
}

test('calls of one turn of the event loop share a statement, up to sixteen keys', async ({ onTestFinished }) => {
  const { read, asked, drop } = await startReads();
  onTestFinished(drop);
  const keys = Array.from({ length: 40 }, (_, key) => key);
  expect(await Promise.all(keys.map(read))).toEqual(keys.map((key) => key * 2));
  expect(asked.map(({ length }) => length)).toEqual([16, 16, 8]);
});

test('a key is asked for again by every call that comes after its statement was sent', async ({ onTestFinished }) => {
  const { read, asked, drop } = await startReads();
  onTestFinished(drop);
  expect([await read(7), await read(7)]).toEqual([14, 14]);
  expect(asked).toEqual([[7], [7]]);
});

test('a statement that fails fails for its own callers, and for none after them', async ({ onTestFinished }) => {
  const { read, failWith, drop } = await startReads();
  onTestFinished(drop);
  failWith(new Error('lost'));
  expect(await Promise.allSettled([read(1), read(2)])).toMatchObject([
    { status: 'rejected', reason: { message: 'lost' } },
    { status: 'rejected', reason: { message: 'lost' } },
  ]);
  failWith(undefined);
  expect(await read(1)).toBe(2);
});
