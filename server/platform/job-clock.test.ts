import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { handled, silentLog } from '../testing/workers.ts';
import { startJobs } from './job-lanes.ts';
import { readWorkerState } from './system-state.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => void vi.restoreAllMocks());

const start = () => startJobs(database.workersPool, database.db, [handled('note', async () => undefined)], silentLog);

/** Notes a run of the schedule that shows that workers work. */
const noteRun = (at: string) =>
  database.pool.query(
    `insert into graphile_worker._private_known_crontabs values ('free-abandoned-jobs', now(), ${at})
     on conflict (identifier) do update set last_execution = excluded.last_execution`,
  );

test.for([
  [3_600, /^the clock of this machine is 3[56]\d\d s ahead of the database's.+Set the time/],
  [-3_600, /^the clock of this machine is 3[56]\d\d s behind the database's.+Set the time/],
] as const)('workers do not start %i s off the time of the database', async ([seconds, said]) => {
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1_000);
  await expect(start()).rejects.toThrow(said);
});

test('workers start with a clock that differs by seconds', async () => {
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 20_000);
  await expect(start().then(({ stop }) => stop())).resolves.toBeUndefined();
});

test('a run that a wrong clock noted in the future does not stop the schedule: a start takes it for done', async () => {
  await noteRun(`now() + interval '13 hours'`);
  expect(await readWorkerState(database.db)).toMatchObject({ areWorking: false });
  await (await start()).stop();
  expect(await readWorkerState(database.db)).toMatchObject({ areWorking: true });
});

test('a run that is noted less than two minutes ahead stays: clocks differ by seconds', async () => {
  await noteRun(`now() + interval '90 seconds'`);
  const before = await readWorkerState(database.db);
  await (await start()).stop();
  expect(await readWorkerState(database.db)).toEqual(before);
});
