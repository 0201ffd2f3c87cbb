import { Logger } from 'graphile-worker';
import pg from 'pg';
import { describe, expect, test, type TestContext } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { startTcpLine } from '../testing/tcp-line.ts';
import { buildWorkers, handled, jobsIn, named } from '../testing/workers.ts';
import { createDatabase, createPool, endPool } from './database/database.ts';
import { createJobLocks } from './job-locks.ts';
import { keepRunning, plainPool, startWorkers } from './job-workers.ts';
import { startJobs } from './job-lanes.ts';
import { addLoneJob } from './jobs.ts';
import { createLog } from './log.ts';

const never = new Promise<void>(() => undefined);

/** Workers behind a TCP proxy, with a job that runs until released. */
async function buildBehindLine(onTestFinished: TestContext['onTestFinished']) {
  const database = await createTestDatabase();
  const url = new URL(database.directUrl);
  const line = await startTcpLine({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${line.port}`;
  const pool = createPool({ url: url.href, maxConnections: 12 });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const ran: string[] = [];
  let before = held;
  const slow = handled('slow', async () => {
    ran.push('slow');
    // Each ends after the one before it, so that its outcome is stored in a statement of its own: the queue gathers what
    // ends within a millisecond, and two timers of a busy process end in the same one.
    before = before.then(() => new Promise((resolve) => setTimeout(resolve, 20)));
    await before;
  });
  const quick = handled('quick', async () => void ran.push('quick'));
  const long = handled('long', () => (ran.push('long'), never));
  let said = '';
  const told = createLog('info', { write: (text) => void (said += text) });
  const start = () => startJobs(pool, createDatabase(pool), [slow, quick, long], told);
  onTestFinished(async () => {
    await pool.end();
    await line.close();
    await database.drop();
  });
  return { database, line, ran, release: () => release(), start, said: () => said };
}

/** Blocks the first poll of workers until released. */
async function holdFirstLook({ pool }: TestDatabase) {
  const client = await pool.connect();
  await client.query('begin; lock table graphile_worker._private_tasks in access exclusive mode');
  const isAwaited = async () => {
    const { rowCount } = await pool.query(
      `select 1 from pg_locks where not granted and relation = 'graphile_worker._private_tasks'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount! > 0;
  };
  const release = async () => {
    await client.query('rollback');
    client.release();
  };
  return { isAwaited, release };
}

/** Workers of a running lane, with `count` slow jobs begun. */
async function buildWithSlowJobs(onTestFinished: TestContext['onTestFinished'], count: number) {
  const behindLine = await buildBehindLine(onTestFinished);
  const { database, ran, start } = behindLine;
  const jobs = await start();
  onTestFinished(() => jobs.stop());
  for (let added = 0; added < count; added++) await addLoneJob(database.db, named('slow'), {});
  await eventually(async () => ran.length === count);
  return behindLine;
}

describe.concurrent('workers', () => {
  test('go on after the database was away while a job ran', async ({ onTestFinished }) => {
    const { database, line, ran, release } = await buildWithSlowJobs(onTestFinished, 1);
    await line.cut();
    release();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await line.restore();
    await addLoneJob(database.db, named('quick'), {});
    await eventually(async () => ran.includes('quick'));
    // At least once: the outcome of the first run could not be stored, so there is a second.
    await eventually(async () => ran.length === 3);
    expect(ran).toEqual(['slow', 'quick', 'slow']);
    await eventually(async () => (await jobsIn(database, 'slow')).length === 0);
  });

  test('tell of a database that is away in one line, and in one when it is back', async ({ onTestFinished }) => {
    const { line, start, said } = await buildBehindLine(onTestFinished);
    const jobs = await start();
    onTestFinished(() => jobs.stop());
    await line.cut();
    await eventually(async () => said().includes('do not reach the queue'));
    // Each of four workers in two lanes tries again at least twice.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await line.restore();
    await eventually(async () => said().includes('reach the queue of jobs again'));
    const lines = said()
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each) as { level: string; msg: string });
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['error', 'the workers do not reach the queue of jobs'],
      ['info', 'the workers reach the queue of jobs again'],
    ]);
  });

  test('go on after two jobs at once ended while the database hung', async ({ onTestFinished }) => {
    const { database, line, ran, release, said } = await buildWithSlowJobs(onTestFinished, 2);
    line.jam();
    release();
    await eventually(async () => said().split('Failed to complete').length === 3);
    await line.restore();
    await addLoneJob(database.db, named('quick'), {});
    await eventually(async () => ran.includes('quick'));
    await eventually(async () => (await jobsIn(database, 'slow')).length === 0);
    expect(ran).toContain('quick');
  });

  test('are replaced while a job of the ones before still runs', async ({ onTestFinished }) => {
    const { database, line, ran, release, said } = await buildWithSlowJobs(onTestFinished, 1);
    await addLoneJob(database.db, named('long'), {});
    await eventually(async () => ran.includes('long'));
    await line.cut();
    release();
    await eventually(async () => said().includes('Failed to complete'));
    await line.restore();
    await addLoneJob(database.db, named('quick'), {});
    await eventually(async () => ran.includes('quick'));
    // The long one fails when the workers before have been stopped.
    expect(said()).not.toContain('Failed task');
  });

  test('go on after the database went away again while they came back', async ({ onTestFinished }) => {
    const { database, line, ran, release, said } = await buildWithSlowJobs(onTestFinished, 1);
    await line.cut();
    release();
    await eventually(async () => said().includes('Failed to complete'));
    const look = await holdFirstLook(database);
    await line.restore();
    await eventually(look.isAwaited);
    await line.cut();
    await look.release();
    await line.restore();
    await addLoneJob(database.db, named('quick'), {});
    await eventually(async () => ran.includes('quick'));
    expect(ran.filter((name) => name === 'quick')).toEqual(['quick']);
  });

  test('that cannot look for jobs at the start are not started, and keep nothing', async ({ onTestFinished }) => {
    const { database, line, start } = await buildBehindLine(onTestFinished);
    const look = await holdFirstLook(database);
    const started = start().catch((error: Error) => error.message);
    await eventually(look.isAwaited);
    await line.cut();
    expect(await started).toMatch(/Connection terminated|ECONNRESET/);
    await look.release();
  });
});

/** A database and the workers of one lane on it, without a query timeout. */
async function buildPatientWorkers(onTestFinished: TestContext['onTestFinished']) {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.directUrl, max: 6 });
  const { client, unlock } = await holdLock(database);
  const locks = createJobLocks(database.db);
  onTestFinished(async () => {
    await unlock();
    client.release();
    await locks.stop();
    await endPool(pool);
    await database.drop();
  });
  const said: string[] = [];
  const options = {
    pgPool: pool,
    concurrency: 2,
    lane: 'payments' as const,
    pollInterval: 100,
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: { quick: async () => void said.push('quick'), slow: async () => void said.push('slow') },
    parsedCronItems: [],
    logger: new Logger(() => () => undefined),
    onLook: () => undefined,
  };
  const start = (firstLookMs: number) =>
    startWorkers({ ...options, firstLookMs }, locks).then(
      () => 'started',
      (error: Error) => error.message,
    );
  return { database, start, said };
}

/**
 * Holds a lock that blocks the poll for a slow job and makes storing quick jobs' outcomes fail. By statement, before a
 * row is locked: a blocked poll may have locked the quick job too, where both workers polled at once.
 */
async function holdLock({ pool }: TestDatabase) {
  await pool.query(`
    create function stall() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7);
      return new;
    end $$;
    create function break() returns trigger language plpgsql as $$
    begin
      raise exception 'no job is noted as done';
    end $$;
    create trigger stall before update on graphile_worker._private_jobs
      for each row when (old.locked_by is null and new.locked_by is not null and new.priority = 9) execute function stall();
    create trigger break before delete on graphile_worker._private_jobs for each statement execute function break()`);
  const client = await pool.connect();
  await client.query('select pg_advisory_lock(7)');
  return { client, unlock: async () => void (await client.query('select pg_advisory_unlock_all()')) };
}

describe.concurrent('workers that have not all looked for jobs once', () => {
  test('are given up when they have ended', async ({ onTestFinished }) => {
    const { database, start, said } = await buildPatientWorkers(onTestFinished);
    await addLoneJob(database.db, named('quick'), {});
    // One more for the worker that has done the quick one.
    for (let added = 0; added < 2; added++) await addLoneJob(database.db, named('slow'), {}, { priority: 9 });
    expect(await start(600_000)).toBe('the workers ended before they looked for jobs');
    expect(said).toEqual(['quick']);
  });

  test('are given up after a while', async ({ onTestFinished }) => {
    const { database, start, said } = await buildPatientWorkers(onTestFinished);
    await addLoneJob(database.db, named('slow'), {}, { priority: 9 });
    expect(await start(300)).toBe('the workers did not look for jobs in time');
    expect(said).toEqual([]);
  });
});

test('a lane is told to stop while others of its workers are being started, and does not wait for ever', async () => {
  let starts = 0;
  const restarted = Promise.withResolvers<void>();
  const ended = { ended: Promise.resolve(), stop: async () => undefined };
  const start = () => {
    if (++starts === 1) return Promise.resolve(ended);
    restarted.resolve();
    return new Promise<typeof ended>(() => undefined);
  };
  const lane = await keepRunning(start, () => undefined);
  await restarted.promise;
  await lane.stop();
  expect(starts).toBe(2);
});

test('a lost job is freed while its pool works on another, which runs once', async ({ onTestFinished }) => {
  let ran = 0;
  let found = 0;
  const workers = await buildWorkers(onTestFinished, [
    handled('long', () => (ran++, never)),
    handled('lost', async () => void found++),
  ]);
  await addLoneJob(workers.db, named('long'), {});
  await eventually(async () => ran === 1);
  const [long] = await jobsIn(workers, 'long');
  await addLoneJob(workers.db, named('lost'), {}, { runAt: new Date(Date.now() + 60_000) });
  // The first job was assigned to the pool, but the answer was lost. The second has a lock that looks abandoned.
  await workers.pool.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_by = $1,
       locked_at = now() - case when locked_by is null then interval '16 seconds' else interval '61 seconds' end`,
    [long!.locked_by],
  );
  await addLoneJob(workers.db, named('free-abandoned-jobs', { lane: 'upkeep' }), {});
  await eventually(async () => (await jobsIn(workers, 'lost')).length === 0);
  expect((await jobsIn(workers, 'long'))[0]).toMatchObject({ locked_by: long!.locked_by, attempts: 1 });
  expect([ran, found]).toEqual([1, 1]);
});

test('a connection that is given back twice is taken back once', async ({ onTestFinished }) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const giveBackTwice = (pool: typeof database.pool) =>
    new Promise<void>((resolve) => {
      pool.connect((_error, _client, release) => {
        release();
        release();
        resolve();
      });
    });
  await giveBackTwice(plainPool(database.pool));
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
  const client = await plainPool(database.pool).connect();
  client.release();
  expect(() => client.release()).toThrow('already been released');
});

test('a worker that gets no connection is told so, and gives nothing back', async () => {
  const full = createPool({ url: 'postgres://localhost:1/none' });
  await full.end();
  const told = await new Promise<[unknown, unknown]>((resolve) => {
    plainPool(full).connect((error, _client, release) => {
      (release as (() => void) | undefined)?.();
      resolve([error?.message, release]);
    });
  });
  expect(told).toEqual(['Cannot use a pool after calling end on the pool', undefined]);
});
