import { Logger as WorkerLogger, parseCronItems, runMigrations, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { Database } from './database/database.ts';
import { createJobLocks, leaseSeconds, type JobLocks } from './job-locks.ts';
import { keepRunning, startWorkers, type Jobs, type Workers } from './job-workers.ts';
import { handle, lanes, maxAttempts, type Job, type JobKind, type Lane } from './jobs.ts';
import { withoutPersonalData, type Log } from './log.ts';

/** The tables of the job queue. Safe to run again and from two processes. */
export async function prepareJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) });
}

/** Frees the locks of lost jobs, see `job-locks.ts`. Of no feature: whoever starts jobs has it. */
const freeAbandonedJobs: JobKind<object> = {
  name: 'free-abandoned-jobs',
  lane: 'upkeep',
  schedule: '* * * * *',
  payload: z.object({}),
};

/**
 * Starts the workers; each lane has looked for jobs once when this returns. Every job's work is cut off within the
 * lease, so that a crashed process's jobs can be taken over.
 *
 * @throws when two kinds have one name, the database does not answer, or a schedule cannot be read; no worker runs then
 */
export async function startJobs(pool: pg.Pool, db: Database, jobs: readonly Job[], log: Log): Promise<Jobs> {
  const locks = createJobLocks(db);
  const all = [...jobs, handle(freeAbandonedJobs, locks.free)];
  // The queue finds a handler by the name alone, so one of the two would never run.
  const names = all.map(({ kind }) => kind.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two jobs are called "${twice}"`);
  const startLane = async (lane: Lane) => {
    const own = all.filter(({ kind }) => kind.lane === lane);
    return own.length > 0 ? keepRunning(() => runLane(pool, { lane, jobs: own, locks, log }), log) : undefined;
  };
  const starts = await Promise.allSettled([locks.free(), ...(Object.keys(lanes) as Lane[]).map(startLane)]);
  const stop = async () => {
    await Promise.all(starts.map(async (start) => start.status === 'fulfilled' && start.value?.stop()));
    await locks.stop();
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) return { stop };
  await stop();
  throw failed.reason;
}

/** A connection takes up to 2 s and an answer up to 5.2 s (`database.ts`); the first look is two questions. */
const firstLookMs = 15_000;

interface LaneOptions {
  lane: Lane;
  jobs: readonly Job[];
  locks: JobLocks;
  log: Log;
}

function runLane(pool: pg.Pool, { lane, jobs, locks, log }: LaneOptions): Promise<Workers> {
  const taskList: TaskList = Object.fromEntries(
    jobs.map(({ kind: { name }, run }) => [
      name,
      (payload, { job, abortPromise }) =>
        withinLease(
          name,
          locks.use(job.id, () => run(payload)),
          abortPromise,
        ),
    ]),
  );
  const scheduled = jobs.flatMap(({ kind: { name, schedule } }) =>
    schedule ? [{ task: name, match: schedule, options: { maxAttempts, jobKey: name } }] : [],
  );
  const options = {
    pgPool: pool,
    concurrency: lanes[lane],
    pollInterval: 1_000,
    lane,
    firstLookMs,
    // What became of a job is noted before workers stop, and a failure to note it is noticed.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList,
    parsedCronItems: parseCronItems(scheduled),
    logger: workerLogger(log),
  };
  return startWorkers(options, locks);
}

/** @param stopped is rejected when the process will not wait for the job any longer */
async function withinLease(name: string, work: Promise<void>, stopped: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${leaseSeconds / 2} s`)), leaseSeconds * 500);
  });
  try {
    await Promise.race([work, cut, stopped]);
  } catch (error) {
    // The queue keeps the message, for as long as the job is given up.
    if (error instanceof Error) error.message = withoutPersonalData(error, error.message);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const workerLogger = (log: Log) =>
  new WorkerLogger(() => (level, message, meta) => {
    // Behind these words the library repeats the error, stack and all; ours is told with care.
    const [said = ''] = message.split(' with error ');
    if (level === 'error') log.error({ job: jobName(meta), err: faultIn(meta) }, said);
    else if (level === 'warning') log.warn({ job: jobName(meta) }, message);
    else log.trace(message);
  });

const jobName = (meta: unknown) => (meta as { job?: { task_identifier?: string } } | undefined)?.job?.task_identifier;

const faultIn = (meta: unknown) => (meta as { error?: unknown } | undefined)?.error;
