import { describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { buildWorkers, handled, jobsIn, named, noteFailures, silentLog as log } from '../testing/workers.ts';
import { transaction, type PooledDatabase, type Transaction } from './database/database.ts';
import { metrics } from './http/metrics.ts';
import { leaseSeconds } from './job-locks.ts';
import { jobGauge } from './metrics/job-gauges.ts';
import { exposeStored } from './metrics/stored-gauges.ts';
import { startJobs } from './job-lanes.ts';
import { addJob, addJobs, addLoneJob, lanes, retryGivenUp } from './jobs.ts';
import { queueMail, type Mail } from './mail.ts';
import type { Platform } from './platform.ts';

const makeDue = ({ pool }: TestDatabase) => pool.query('update graphile_worker._private_jobs set run_at = now()');
const never = new Promise<void>(() => undefined);

describe.concurrent('a job', () => {
  test('runs once its transaction is committed, with its payload', async ({ onTestFinished }) => {
    const payloads: unknown[] = [];
    const workers = await buildWorkers(onTestFinished, [
      handled('note', async (payload) => void payloads.push(payload)),
    ]);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const committed = transaction(workers.db, async (tx) => {
      await addJob(tx, named('note'), { id: 'a' });
      await held;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(payloads).toEqual([]);
    release();
    await committed;
    await eventually(async () => payloads.length === 1);
    await eventually(async () => (await jobsIn(workers, 'note')).length === 0);
    expect(payloads).toEqual([{ id: 'a' }]);
  });

  test('never runs when its transaction is rolled back', async ({ onTestFinished }) => {
    let runs = 0;
    const workers = await buildWorkers(onTestFinished, [handled('note', async () => void runs++)]);
    const undone = transaction(workers.db, async (tx) => {
      await addJob(tx, named('note'), {});
      throw new Error('undone');
    });
    await undone.catch(() => undefined);
    await addLoneJob(workers.db, named('note'), {}, { key: 'marker' });
    await eventually(async () => runs > 0);
    expect(runs).toBe(1);
  });

  test('that was given up is tried once more, and counts as given up when it fails again', async ({
    onTestFinished,
  }) => {
    const ran: string[] = [];
    const failing = (name: string) =>
      handled(name, async () => {
        ran.push(name);
        throw new Error('still away');
      });
    const workers = await buildWorkers(onTestFinished, [failing('debt'), failing('other')]);
    for (const name of ['debt', 'other']) await addLoneJob(workers.db, named(name), {}, { afterSeconds: 3_600 });
    await workers.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    await retryGivenUp(workers.db, named('debt'));
    const isOver = async () => (await jobsIn(workers, 'debt')).every((job) => job.last_error && !job.locked_by);
    await eventually(isOver);
    expect(await jobsIn(workers, 'debt')).toMatchObject([{ attempts: 10, last_error: 'still away' }]);
    expect(await jobsIn(workers, 'other')).toMatchObject([{ attempts: 10, last_error: null }]);
    expect(ran).toEqual(['debt']);
  });

  test('runs once although two processes look for it', async ({ onTestFinished }) => {
    const ran = new Map<string, number>();
    const count = handled('count', async (payload) => {
      const { id } = payload as { id: string };
      ran.set(id, (ran.get(id) ?? 0) + 1);
    });
    const workers = await buildWorkers(onTestFinished, [count]);
    const second = await startJobs(workers.workersPool, workers.db, [count], log);
    const ids = Array.from({ length: 100 }, (_, id) => id);
    await transaction(workers.db, (tx) =>
      addJobs(
        tx,
        ids.map((id) => [named('count'), { id }]),
      ),
    );
    await eventually(async () => ran.size === 100);
    await second.stop();
    expect([...ran.values()]).toEqual(Array.from({ length: 100 }, () => 1));
  });

  test('with the key of one that waits replaces it', async ({ onTestFinished }) => {
    const payloads: unknown[] = [];
    const workers = await buildWorkers(onTestFinished, [
      handled('note', async (payload) => void payloads.push(payload)),
    ]);
    const runAt = new Date(Date.now() + 60_000);
    for (const id of [1, 2, 3]) await addLoneJob(workers.db, named('note'), { id }, { key: 'one', runAt });
    await makeDue(workers);
    await eventually(async () => payloads.length > 0);
    expect(payloads).toEqual([{ id: 3 }]);
  });

  test('that fails is retried with growing waits, and fails for good after ten attempts', async ({
    onTestFinished,
  }) => {
    let tries = 0;
    const workers = await buildWorkers(onTestFinished, [
      handled('poison', async () => {
        tries++;
        throw new Error('it is broken');
      }),
    ]);
    const failures = await noteFailures(workers);
    await addLoneJob(workers.db, named('poison'), {});
    await eventually(async () => {
      await makeDue(workers);
      return (await failures()).length === 10;
    });
    await makeDue(workers);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(tries).toBe(10);
    expect((await jobsIn(workers, 'poison'))[0]).toMatchObject({ attempts: 10, last_error: 'it is broken' });
    const waits = (await failures()).map((failure) => failure.waits_seconds);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits[0]).toBeGreaterThan(1);
    expect(waits[9]).toBeGreaterThan(3_600);
    exposeStored(workers.db, log, [jobGauge([])]);
    expect(await metrics.metrics()).toContain('intake_jobs{lane="other",state="failed"} 1');
  });

  test('that fails stores no mail address in its error', async ({ onTestFinished }) => {
    const workers = await buildWorkers(onTestFinished, [
      handled('refused', async () => {
        throw new Error('550 ana.silva@example.org is not here');
      }),
    ]);
    await addLoneJob(workers.db, named('refused'), {});
    await eventually(async () => (await jobsIn(workers, 'refused'))[0]?.last_error != null);
    expect((await jobsIn(workers, 'refused'))[0]!.last_error).toBe('550 a***@example.org is not here');
  });

  test('that fails stores its error, whatever the text holds', async ({ onTestFinished }) => {
    const faults = [
      [new Error('550 no\0t here'), '550 no\uFFFDt here'],
      [new Error('550 not here \uD83D'), '550 not here \uFFFD'],
      [new Error('x'.repeat(1_000_000)), 'x'.repeat(2_000)],
      // Its message can not be assigned.
      [new DOMException('took too long', 'TimeoutError'), 'took too long'],
    ] as const;
    const refuse = handled('refused', async (payload) => {
      throw faults[(payload as { fault: number }).fault]![0];
    });
    const workers = await buildWorkers(onTestFinished, [refuse]);
    const failures = await noteFailures(workers);
    for (const fault of faults.keys()) await addLoneJob(workers.db, named('refused'), { fault });
    const stored = async () => new Set((await failures()).map(({ error }) => error));
    await eventually(async () => (await stored()).size >= faults.length);
    expect(await stored()).toEqual(new Set(faults.map(([, text]) => text)));
  });

  test('that does not end times out within its lease', async ({ onTestFinished }) => {
    let startedMs = Infinity;
    const workers = await buildWorkers(onTestFinished, [
      handled('endless', () => {
        startedMs = performance.now();
        return never;
      }),
    ]);
    const failures = await noteFailures(workers);
    await addLoneJob(workers.db, named('endless'), {});
    await eventually(async () => startedMs < Infinity);
    const leaseEndsMs = startedMs + leaseSeconds * 1_000;
    // After the lease another worker begins it while this one is still at it.
    await eventually(async () => (await failures()).length > 0 || performance.now() > leaseEndsMs);
    expect((await failures())[0]).toMatchObject({ error: 'endless took longer than 30 s', attempts: 1 });
  });

  test('about money does not wait for mails that hang', async ({ onTestFinished }) => {
    let hanging = 0;
    let paid = false;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const workers = await buildWorkers(onTestFinished, [
      handled('mail', () => (hanging++, held), { lane: 'mail' }),
      handled('pay', async () => void (paid = true)),
    ]);
    for (let sent = 0; sent < 20; sent++) await addLoneJob(workers.db, named('mail', { lane: 'mail' }), {});
    await eventually(async () => hanging === lanes.mail);
    await addLoneJob(workers.db, named('pay'), {});
    await eventually(async () => paid);
    expect(hanging).toBe(lanes.mail);
    release();
  });
});

test('a scheduled job that is begun anew each time counts as failed once it has not been done for four hours', async ({
  onTestFinished,
}) => {
  let isAway = true;
  const compare = handled(
    'compare',
    async () => {
      if (isAway) throw new Error('the key is refused');
    },
    { schedule: '0 0 29 2 *' },
  );
  const workers = await buildWorkers(onTestFinished, [compare]);
  const known = () =>
    workers.pool.query("select 1 from graphile_worker._private_known_crontabs where identifier = 'compare'");
  await eventually(async () => (await known()).rowCount === 1);
  // As the schedule does.
  const begin = () =>
    workers.pool.query("select graphile_worker.add_job('compare', max_attempts => 10, job_key => 'compare')");
  const fail = async () => {
    await begin();
    await eventually(async () => (await jobsIn(workers, 'compare')).some((job) => job.last_error && !job.locked_by));
    expect((await jobsIn(workers, 'compare'))[0]!.attempts).toBeLessThan(10);
  };
  const countFailed = async () => {
    exposeStored(workers.db, log, [jobGauge([compare])]);
    return /intake_jobs\{lane="payments",state="failed"\} (\d+)/.exec(await metrics.metrics())?.[1];
  };
  await fail();
  expect(await countFailed()).toBe('0');
  await workers.pool.query(
    "update graphile_worker._private_jobs set created_at = now() - interval '5 hours' where key = 'compare'",
  );
  await fail();
  expect(await countFailed()).toBe('1');
  isAway = false;
  await begin();
  await eventually(async () => (await jobsIn(workers, 'compare')).length === 0);
  expect(await countFailed()).toBe('0');
});

test('two jobs of one name are not started: one would run in place of the other', async () => {
  const database = await createTestDatabase();
  const twice = [handled('pay', async () => undefined), handled('pay', async () => undefined, { lane: 'mail' })];
  await expect(startJobs(database.workersPool, database.db, twice, log)).rejects.toThrow('two jobs are called "pay"');
  await database.drop();
});

describe.concurrent('a job whose worker was killed', () => {
  const lock = ({ pool }: TestDatabase, secondsAgo: number) =>
    pool.query(
      `update graphile_worker._private_jobs
       set attempts = 1, locked_by = 'worker-of-a-killed-process', locked_at = now() - make_interval(secs => $1)`,
      [secondsAgo],
    );

  test('is taken over at the start after its lease', async ({ onTestFinished }) => {
    const database = await createTestDatabase();
    await addLoneJob(database.db, named('pay'), {});
    await lock(database, 61);
    let paid = false;
    const jobs = await startJobs(
      database.workersPool,
      database.db,
      [handled('pay', async () => void (paid = true))],
      log,
    );
    onTestFinished(async () => {
      await jobs.stop();
      await database.drop();
    });
    await eventually(async () => (await jobsIn(database, 'pay')).length === 0);
    expect(paid).toBe(true);
  });

  test('is taken over by the sweep of another process, but not before its lease has ended', async ({
    onTestFinished,
  }) => {
    let paid = 0;
    const workers = await buildWorkers(onTestFinished, [handled('pay', async () => void paid++)]);
    const sweep = async () => {
      await addLoneJob(workers.db, named('free-abandoned-jobs', { lane: 'upkeep' }), {});
      await eventually(async () => (await jobsIn(workers, 'free-abandoned-jobs')).length === 0);
    };
    await addLoneJob(workers.db, named('pay'), {}, { runAt: new Date(Date.now() + 60_000) });
    await lock(workers, 50);
    await makeDue(workers);
    await sweep();
    expect((await jobsIn(workers, 'pay'))[0]?.locked_by).toBe('worker-of-a-killed-process');
    await lock(workers, 61);
    await sweep();
    await eventually(async () => paid === 1);
  });
});

describe.concurrent('workers', () => {
  test('finish what runs before they stop', async ({ onTestFinished }) => {
    let finished = false;
    let started = false;
    const workers = await buildWorkers(onTestFinished, [
      handled('slow', async () => {
        started = true;
        await new Promise((resolve) => setTimeout(resolve, 800));
        finished = true;
      }),
    ]);
    await addLoneJob(workers.db, named('slow'), {});
    await eventually(async () => started);
    await workers.stop();
    expect(finished).toBe(true);
    expect(await jobsIn(workers, 'slow')).toEqual([]);
  });

  test('hand back within eleven seconds what does not finish', async ({ onTestFinished }) => {
    let started = false;
    const workers = await buildWorkers(onTestFinished, [handled('endless', () => ((started = true), never))]);
    await addLoneJob(workers.db, named('endless'), {});
    await eventually(async () => started);
    const startedMs = performance.now();
    await workers.stop();
    expect(performance.now() - startedMs).toBeLessThan(25_000);
    expect((await jobsIn(workers, 'endless'))[0]?.locked_by).toBeNull();
  });

  test('are not started with an invalid cron schedule', async ({ onTestFinished }) => {
    const wrong = buildWorkers(onTestFinished, [handled('nightly', async () => undefined, { schedule: '61 * * * *' })]);
    await expect(wrong).rejects.toThrow('minutes range');
  });

  test('queue a scheduled job whose time passed while nothing could queue it', async ({ onTestFinished }) => {
    const database = await createTestDatabase();
    const missed = new Date(Date.now() - 10 * 60_000);
    const schedule = `${missed.getUTCMinutes()} ${missed.getUTCHours()} * * *`;
    await database.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       select name, now() - interval '9 days', now() - interval '1 day' from unnest($1::text[]) as name`,
      [['nightly', 'weekly']],
    );
    const ran: string[] = [];
    const note = (name: string, at: string) => handled(name, async () => void ran.push(name), { schedule: at });
    const jobs = [
      note('nightly', schedule),
      note('weekly', schedule.replace(/\*$/, String((missed.getUTCDay() + 3) % 7))),
    ];
    const workers = await startJobs(database.workersPool, database.db, jobs, log);
    onTestFinished(async () => {
      await workers.stop();
      await database.drop();
    });
    await eventually(async () => ran.length > 0);
    expect(ran).toEqual(['nightly']);
    // Another might only have been queued: the queue notes that in the same statement for all of one minute.
    const { rows } = await database.pool.query(
      `select identifier from graphile_worker._private_known_crontabs
       where identifier = any('{nightly,weekly}') and last_execution > now() - interval '1 hour'`,
    );
    expect(rows).toEqual([{ identifier: 'nightly' }]);
  });

  test('queue a scheduled job by themselves', async ({ onTestFinished }) => {
    const workers = await buildWorkers(onTestFinished, [
      handled('nightly', async () => undefined, { schedule: '20 3 * * *' }),
    ]);
    const scheduled = async () => {
      const { rows } = await workers.pool.query('select identifier from graphile_worker._private_known_crontabs');
      return rows.map((row: { identifier: string }) => row.identifier).toSorted();
    };
    await eventually(async () => (await scheduled()).length === 2);
    expect(await scheduled()).toEqual(['free-abandoned-jobs', 'nightly']);
  });
});

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export async function checkedByTypes(
  db: PooledDatabase,
  tx: Transaction,
  platform: Platform,
  mail: Mail,
): Promise<void> {
  await addJob(tx, named('note'), {});
  // @ts-expect-error the pool
  await addJob(db, named('note'), {});
  // @ts-expect-error the pool
  await addJobs(db, [[named('note'), {}]]);
  await queueMail(platform, tx, mail);
  // @ts-expect-error the pool
  await queueMail(platform, db, mail);
  // @ts-expect-error services with a transaction as their database
  const copied: Platform = { ...platform, db: tx };
  void copied;
}
