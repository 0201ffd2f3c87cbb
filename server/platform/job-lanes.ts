import { Logger as WorkerLogger, parseCronItems, runMigrations, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import * as z from 'zod/mini';
import { isUnavailable, type Database } from './database/database.ts';
import { buildIndexes, whileBuilding, type NewIndex } from './database/indexes.ts';
import { forgetFutureRuns, keepSchedules, requireSameClock } from './job-clock.ts';
import { createJobLocks, leaseSeconds, type JobLocks } from './job-locks.ts';
import { keepRunning, startWorkers, type Jobs, type Workers } from './job-workers.ts';
import { handle, lanes, maxAttempts, type Job, type JobKind, type Lane } from './jobs.ts';
import { withoutPersonalData, type Log } from './log.ts';
import { createOutage, type Outage } from './outage.ts';
import { runJobSpan } from './job-spans.ts';
import { spanOfFault, withinSpan } from './tracing/tracing.ts';

/** Migrates the tables of the job queue. Idempotent, also from two processes concurrently. */
export async function prepareJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) });
}

/**
 * Indexes on the queue beside the library's own (0.18): it looks for jobs that are due, we also for those that are
 * locked or have failed for good, and work that is due in months lies in one table with them.
 */
const queueIndexes: readonly NewIndex[] = [
  ['graphile_worker.intake_locked_jobs', 'graphile_worker._private_jobs (locked_at) where locked_at is not null'],
  ['graphile_worker.intake_given_up_jobs', 'graphile_worker._private_jobs (run_at) where attempts >= max_attempts'],
];

/** Adds our indexes to the queue's tables; as their owner. */
export const indexJobs = (db: Database): Promise<unknown> =>
  whileBuilding(db, (connection) => buildIndexes(connection, queueIndexes));

/** Frees the locks of lost jobs, see `job-locks.ts`. Part of every worker pool. */
export const freeAbandonedJobs: JobKind<object> = {
  name: 'free-abandoned-jobs',
  lane: 'upkeep',
  schedule: '* * * * *',
  payload: z.object({}),
};

/**
 * Starts the workers; each lane has polled once when this returns. Every job times out within the lease, so that the
 * jobs of a crashed process can be taken over without running twice at a time.
 *
 * @param givenUp aborted when the start is: lanes that run jobs already take no more, and let those finish
 * @throws when two kinds have one name, the database does not answer or has another time than this machine, or a schedule
 * cannot be read, and when given up; no worker runs then
 */
export async function startJobs(
  pool: pg.Pool,
  db: Database,
  jobs: readonly Job[],
  log: Log,
  givenUp = new AbortController().signal,
): Promise<Jobs> {
  await requireSameClock(db);
  await forgetFutureRuns(db);
  const locks = createJobLocks(db);
  const outage = createOutage(log, {
    begun: 'the workers do not reach the queue of jobs',
    ended: 'the workers reach the queue of jobs again',
    quietMs: queueQuietMs,
  });
  const all = [...jobs, handle(freeAbandonedJobs, locks.free)];
  // The queue finds a handler by name, so one of the two would never run.
  const names = all.map(({ kind }) => kind.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two jobs are called "${twice}"`);
  const startLane = async (lane: Lane) => {
    const own = all.filter(({ kind }) => kind.lane === lane);
    if (own.length === 0) return undefined;
    const report = (error: unknown, message: string) =>
      isQueueAway(error) ? outage.begin(error) : log.error({ err: error }, message);
    return keepRunning(() => runLane(pool, { lane, jobs: own, locks, log, outage, givenUp }), report);
  };
  const starting = (Object.keys(lanes) as Lane[]).map(startLane);
  const stopStarted = () => {
    for (const start of starting)
      start.then(
        (lane) => lane?.stop(),
        () => undefined,
      );
  };
  givenUp.addEventListener('abort', stopStarted, { once: true });
  const starts = await Promise.allSettled([locks.free(), ...starting]);
  givenUp.removeEventListener('abort', stopStarted);
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    await Promise.all(starts.map(async (start) => start.status === 'fulfilled' && start.value?.stop()));
    await locks.stop();
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) {
    void keepSchedules(db, stopping.signal);
    return { stop };
  }
  await stop();
  throw failed.reason;
}

/** A connection takes up to 2 s and an answer up to 5.2 s (`database.ts`); the first look is two questions. */
const firstLookMs = 15_000;

/** Milliseconds in which every worker of every lane has polled, so that an outage is over for all of them. */
const queueQuietMs = 3_000;

/** Milliseconds to look back for schedules that nothing could queue: an hour without a database or a process. */
const missedMs = 3_600_000;

interface LaneOptions {
  lane: Lane;
  jobs: readonly Job[];
  locks: JobLocks;
  log: Log;
  outage: Outage;
  givenUp: AbortSignal;
}

function runLane(pool: pg.Pool, { lane, jobs, locks, log, outage, givenUp }: LaneOptions): Promise<Workers> {
  const taskList: TaskList = Object.fromEntries(
    jobs.map(({ kind: { name }, run }) => [
      name,
      (payload, { job, abortPromise }) =>
        runJobSpan(job, lane, () =>
          withinLease(
            name,
            locks.use(job.id, () => run(payload)),
            abortPromise,
          ),
        ),
    ]),
  );
  const scheduled = jobs.flatMap(({ kind: { name, schedule } }) =>
    schedule ? [{ task: name, match: schedule, options: { maxAttempts, jobKey: name, backfillPeriod: missedMs } }] : [],
  );
  const options = {
    pgPool: pool,
    concurrency: lanes[lane],
    pollInterval: 1_000,
    lane,
    firstLookMs,
    givenUp,
    // No delay for batches: outcomes are stored before the workers stop, and an error of storing them is noticed.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList,
    parsedCronItems: parseCronItems(scheduled),
    logger: workerLogger(log, outage),
    onLook: outage.end,
  };
  return startWorkers(options, locks);
}

/** @param stopped rejects when the process will not wait for the job any longer */
async function withinLease(name: string, work: Promise<void>, stopped: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${leaseSeconds / 2} s`)), leaseSeconds * 500);
  });
  try {
    await Promise.race([work, cut, stopped]);
  } catch (error) {
    if (error instanceof Error) makeStorable(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Characters of a failed job's message: an answer of a mail server may be a megabyte. */
const messageMost = 2_000;

/**
 * The queue stores the message as JSON for as long as the failed job is kept. PostgreSQL refuses NUL and half a surrogate
 * pair there, and the statement stores the outcome of other jobs too.
 */
function makeStorable(error: Error): void {
  const text = withoutPersonalData(error, error.message).slice(0, messageMost);
  // Defined, because the message of a DOMException can not be assigned.
  Object.defineProperty(error, 'message', { value: text.toWellFormed().replaceAll('\0', '\uFFFD') });
}

const workerLogger = (log: Log, outage?: Outage) =>
  new WorkerLogger(() => (level, message, meta) => {
    const error = faultIn(meta);
    // Each worker of each lane reports the database's absence, once a second. What became of a job is told in any case.
    const isAboutJob = jobName(meta) !== undefined || /^Failed to (?:complete|fail) /.test(message);
    if (level === 'error' && outage && !isAboutJob && isQueueAway(error)) return outage.begin(error);
    // The library appends the error with its stack, which may hold personal data; ours is logged redacted.
    const [said = ''] = message.split(' with error ');
    if (level === 'error') withinSpan(spanOfFault(error), () => log.error({ job: jobName(meta), err: error }, said));
    else if (level === 'warning') log.warn({ job: jobName(meta) }, message);
    else log.trace(message);
  });

/** Whether the queue's database is away; its pool for workers wraps the error (`plainPool`). */
const isQueueAway = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof Error && error.cause !== undefined && isUnavailable(error.cause));

const jobName = (meta: unknown) => (meta as { job?: { task_identifier?: string } } | undefined)?.job?.task_identifier;

const faultIn = (meta: unknown) => (meta as { error?: unknown } | undefined)?.error;
