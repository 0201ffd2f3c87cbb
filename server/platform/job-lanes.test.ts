import type pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { handled, named, silentLog } from '../testing/workers.ts';
import { createDatabase, createPool, endPool, transaction } from './database/database.ts';
import { startJobs } from './job-lanes.ts';
import { addJob, addJobs, lanes } from './jobs.ts';

/** Counts how often workers look for jobs, by the number that the database has given to each kind's name. */
function countLooks(pool: pg.Pool): Map<number, number> {
  const looks = new Map<number, number>();
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
    client.query = ((...question: unknown[]) => {
      const { text, values } = question[0] as { text?: string; values?: unknown[] };
      const tasks = values?.find((value) => Array.isArray(value)) as number[] | undefined;
      if (tasks && /_private_jobs.*skip locked/is.test(text ?? ''))
        for (const task of tasks) looks.set(task, (looks.get(task) ?? 0) + 1);
      return ask(...question);
    }) as typeof client.query;
  });
  return looks;
}

test('a job wakes the workers of its own lane, and the others go on looking once a second', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.directUrl, maxConnections: 16 });
  const looks = countLooks(pool);
  let ran = 0;
  const jobs = [handled('pay', async () => void ran++), handled('send', async () => undefined, { lane: 'mail' })];
  const workers = await startJobs(pool, createDatabase(pool), jobs, silentLog);
  onTestFinished(async () => {
    await workers.stop();
    await endPool(pool);
    await database.drop();
  });
  const looksFor = async (name: string) => {
    const { rows } = await database.pool.query<{ id: number }>(
      'select id from graphile_worker._private_tasks where identifier = $1',
      [name],
    );
    return looks.get(rows[0]!.id) ?? 0;
  };
  /** Milliseconds that so many jobs take, each queued once the one before has run. */
  const timeRounds = async (rounds: number, queue: () => Promise<unknown>) => {
    const startedMs = performance.now();
    const ranBefore = ran;
    for (let round = 1; round <= rounds; round++) {
      await queue();
      await eventually(async () => ran === ranBefore + round);
    }
    return performance.now() - startedMs;
  };
  const timeWoken = async () => {
    const looksBefore = await looksFor('send');
    const wokenMs = await timeRounds(30, () => transaction(database.db, (tx) => addJob(tx, named('pay'), {})));
    expect((await looksFor('send')) - looksBefore).toBeLessThanOrEqual(lanes.mail * Math.ceil(wokenMs / 1_000 + 1));
    return wokenMs / 30;
  };
  // Found by the looks once a second: nothing says its lane.
  const timeFound = async () =>
    (await timeRounds(10, () => database.pool.query("select graphile_worker.add_job('pay')"))) / 10;
  // Load delays both kinds, and may hide what a look once a second costs one of them: chance alone does not show it.
  let isSooner = false;
  for (let tried = 1; tried <= 5 && !isSooner; tried++) isSooner = (await timeWoken()) < (await timeFound()) / 2;
  expect(isSooner).toBe(true);
});

test('jobs of two lanes that are queued together are all there, once', async ({ onTestFinished }) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const kinds = [named('pay'), named('send', { lane: 'mail' }), named('pay')];
  await transaction(database.db, (tx) =>
    addJobs(
      tx,
      kinds.map((kind) => [kind, {}]),
    ),
  );
  const { rows } = await database.pool.query(
    `select identifier from graphile_worker._private_jobs jobs
     join graphile_worker._private_tasks tasks on tasks.id = task_id order by identifier`,
  );
  expect(rows.map(({ identifier }) => identifier)).toEqual(['pay', 'pay', 'send']);
});
