import { Logger as WorkerLogger, parseCronItems, runMigrations, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, Transaction } from './database/database.ts';
import { createJobLocks, leaseSeconds, type JobLocks } from './job-locks.ts';
import { keepRunning, startWorkers, type Jobs, type Workers } from './job-workers.ts';
import { withoutPersonalData, type Log } from './log.ts';

/** A job's work. It may run more than once for one job, so its effect must not depend on how often. */
export type JobHandler = (payload: unknown) => Promise<void>;

/** A lane has workers of its own, so that slow work in one never delays the other. */
export const lanes = { mail: 3, payments: 3, upkeep: 1, webhooks: 6, 'slow-webhooks': 2 } as const;
export type Lane = keyof typeof lanes;

export interface JobKind {
  name: string;
  lane: Lane;
  handler: JobHandler;
  /** Runs by itself at these times (cron, UTC). */
  schedule?: string;
}

export interface JobRequest {
  name: string;
  payload?: unknown;
  /** Two jobs with one key are one job while the first has not run. */
  key?: string;
  /** Jobs that take turns under one name run one after the other, whatever the number of workers. */
  turn?: string;
  /** Among jobs that are due the smallest comes first; 0 unless given. */
  priority?: number;
  /** Not before then. */
  runAt?: Date;
  /** Not before so many seconds have passed, by the database's clock. */
  afterSeconds?: number;
}

/** After this many failures a job is given up and shows in the metrics. */
const maxAttempts = 10;

/** Queues a job in the caller's transaction: it exists exactly if its cause does. */
export const addJob = (tx: Transaction, job: JobRequest): Promise<void> => addJobs(tx, [job]);

/** The same for several at once. */
export const addJobs = (tx: Transaction, jobs: readonly JobRequest[]): Promise<void> => insertJobs(tx, jobs);

/**
 * Queues a job that belongs to no change in the database, in a statement of its own: the next round of a sweep, say.
 * What is written together with its cause takes `addJob`.
 */
export const addLoneJob = (db: Database, job: JobRequest): Promise<void> => insertJobs(db, [job]);

async function insertJobs(db: Database, jobs: readonly JobRequest[]): Promise<void> {
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (
        name, payload, turn, coalesce("runAt", now() + make_interval(secs => coalesce("afterSeconds", 0))),
        ${maxAttempts}::int, key, priority, null
      )::graphile_worker.job_spec
      from json_to_recordset(${JSON.stringify(jobs)}::json) as told (
        name text, payload json, turn text, key text, priority int, "runAt" timestamptz, "afterSeconds" float8
      )
    ))`.execute(db);
}

/** The tables of the job queue. Safe to run again and from two processes. */
export async function prepareJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) });
}

/**
 * Starts the workers; each lane has looked for jobs once when this returns. Every kind's work is cut off within the
 * lease, so that a crashed process's jobs can be taken over.
 *
 * @throws when two jobs have one name, the database does not answer, or a schedule cannot be read; no worker runs then
 */
export async function startJobs(pool: pg.Pool, db: Database, kinds: readonly JobKind[], log: Log): Promise<Jobs> {
  const locks = createJobLocks(db);
  const sweep: JobKind = { name: 'free-abandoned-jobs', lane: 'upkeep', schedule: '* * * * *', handler: locks.free };
  const all = [...kinds, sweep];
  // The queue finds a handler by the name alone, so one of the two would never run.
  const twice = all.find(({ name }, at) => all.findIndex((kind) => kind.name === name) !== at);
  if (twice) throw new Error(`two jobs are called "${twice.name}"`);
  const startLane = async (lane: Lane) => {
    const own = all.filter((kind) => kind.lane === lane);
    return own.length > 0 ? keepRunning(() => runLane(pool, { lane, kinds: own, locks, log }), log) : undefined;
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

interface LaneOptions {
  lane: Lane;
  kinds: readonly JobKind[];
  locks: JobLocks;
  log: Log;
}

function runLane(pool: pg.Pool, { lane, kinds, locks, log }: LaneOptions): Promise<Workers> {
  const taskList: TaskList = Object.fromEntries(
    kinds.map((kind) => [
      kind.name,
      (payload, { job, abortPromise }) =>
        withinLease(
          kind,
          locks.use(job.id, () => kind.handler(payload)),
          abortPromise,
        ),
    ]),
  );
  const scheduled = kinds.flatMap(({ name, schedule }) =>
    schedule ? [{ task: name, match: schedule, options: { maxAttempts, jobKey: name } }] : [],
  );
  const options = {
    pgPool: pool,
    concurrency: lanes[lane],
    pollInterval: 1_000,
    // What became of a job is noted before workers stop, and a failure to note it is noticed.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList,
    parsedCronItems: parseCronItems(scheduled),
    logger: workerLogger(log),
  };
  return startWorkers(options, locks);
}

/** @param stopped is rejected when the process will not wait for the job any longer */
async function withinLease(kind: JobKind, work: Promise<void>, stopped: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${kind.name} took longer than ${leaseSeconds / 2} s`)),
      leaseSeconds * 500,
    );
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
