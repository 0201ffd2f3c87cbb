import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Transaction } from './database/database.ts';
import { carryTrace } from './job-spans.ts';

/** Workers per lane. Bulkheads: slow work in one lane never delays another. */
export const lanes = { mail: 3, payments: 3, upkeep: 1, webhooks: 6, 'slow-webhooks': 2, bulk: 2 } as const;
export type Lane = keyof typeof lanes;

/**
 * A kind of job: name, lane and payload. Declared once, by `jobKind`, in the feature that owns it (decision 0031).
 *
 * @typeParam Told the payload as queued
 * @typeParam Read the payload as parsed, with defaults filled in
 */
export interface JobKind<Told = unknown, Read = unknown> {
  /** Unique. Stored in the queue: renaming a kind leaves its waiting jobs without a handler. */
  readonly name: string;
  readonly lane: Lane;
  /** That of its jobs without one of their own: of due jobs of a lane the smallest runs first; 0 by default. */
  readonly priority?: number;
  /**
   * Parsed when the job runs, which may be hours and a deploy after it was queued. A field that earlier versions did
   * not write is therefore optional or has a default.
   */
  readonly payload: z.ZodMiniType<Read, Told>;
  /** Cron schedule, UTC. */
  readonly schedule?: string;
}

/** A kind with its handler, ready to be started. */
export interface Job {
  kind: JobKind;
  /** @throws JobPayloadError when the payload does not parse; whatever the handler throws */
  run(payload: unknown): Promise<void>;
}

/** Options of one job. */
export interface JobOptions {
  /** Dedupe key: a job with the key of a waiting one of its kind replaces it. */
  key?: string;
  /** Jobs with the same turn run serially, whatever the number of workers. */
  turn?: string;
  /** Of due jobs the smallest runs first; by default that of its kind. */
  priority?: number;
  /** Not before then. */
  runAt?: Date;
  /** Delay in seconds, by the database's clock. */
  afterSeconds?: number;
}

/** The arguments of `addJob`: kind, payload and options. */
export type JobRequest<Told> = readonly [kind: JobKind<Told>, payload: NoInfer<Told>, options?: JobOptions];

/** An invalid payload. Names kind and fields, never a value, which may be personal data. */
class JobPayloadError extends Error {
  constructor(name: string, { issues }: z.core.$ZodError) {
    const fields = issues.map(({ path, code }) => `${path.join('.') || 'all of it'} (${code})`);
    super(`the payload of a job "${name}" does not parse: ${fields.join(', ')}`);
    this.name = 'JobPayloadError';
  }
}

/** Attempts after which a job fails for good and is counted in the metrics: the last one 3.6 hours after the first. */
export const maxAttempts = 10;

const nothing = z.object({});
type Nothing = z.infer<typeof nothing>;

/** A registry of kinds, so that a kind without a handler is detected at the start. */
export interface JobKinds {
  /**
   * Declares a kind of job, without a payload unless one is given.
   *
   * @throws JobPayloadError when a scheduled kind requires a payload, which a schedule cannot give
   */
  jobKind(kind: Omit<JobKind, 'payload'>): JobKind<Nothing, Nothing>;
  jobKind<Told, Read>(kind: JobKind<Told, Read>): JobKind<Told, Read>;
  /** @throws Error naming declared kinds without a handler, whose jobs would wait for ever */
  requireHandlers(jobs: readonly Job[]): void;
}

/** Creates an empty registry of kinds. */
export function createJobKinds(): JobKinds {
  const declared = new Set<JobKind>();
  return {
    jobKind(given: Omit<JobKind, 'payload'> & Partial<JobKind>) {
      const kind = { payload: nothing, ...given };
      if (kind.schedule !== undefined) readPayload(kind, {});
      declared.add(kind);
      return kind as JobKind<never, never>;
    },
    requireHandlers(jobs) {
      const handled = new Set(jobs.map(({ kind }) => kind));
      const without = [...declared].filter((kind) => !handled.has(kind)).map(({ name }) => `"${name}"`);
      if (without.length > 0)
        throw new Error(`jobs without a handler, see "a job" in CONTRIBUTING.md: ${without.join(', ')}`);
    },
  };
}

/** The kinds of the product. */
export const { jobKind, requireHandlers } = createJobKinds();

/**
 * Binds a handler to a kind; used in the feature's `x.jobs.ts` only.
 *
 * @param handler must be idempotent: jobs run at least once
 */
export const handle = <Told, Read>(kind: JobKind<Told, Read>, handler: (payload: Read) => Promise<void>): Job => ({
  kind,
  run: async (payload) => handler(readPayload(kind, payload)),
});

function readPayload<Read>(kind: JobKind<unknown, Read>, payload: unknown): Read {
  const read = kind.payload.safeParse(payload);
  if (read.success) return read.data;
  throw new JobPayloadError(kind.name, read.error);
}

/** Queues a job in the caller's transaction, atomically with its cause (transactional outbox). */
export const addJob = <Told>(tx: Transaction, ...job: JobRequest<Told>): Promise<void> => insertJobs(tx, [job]);

/** The same for several at once. */
export const addJobs = <Told>(tx: Transaction, jobs: readonly JobRequest<Told>[]): Promise<void> =>
  insertJobs(tx, jobs);

/**
 * Queues a job in its own statement, for jobs that belong to no change in the database, such as the next round of a
 * sweep. Otherwise use `addJob`.
 */
export const addLoneJob = <Told>(db: Database, ...job: JobRequest<Told>): Promise<void> => insertJobs(db, [job]);

/** What is true of a row `j` of the queue whose job was given up. */
export const isGivenUp = sql`j.attempts >= j.max_attempts`;

/**
 * What is true of a row `j` of a schedule that has failed for as long as other jobs are tried. A schedule queues its job
 * under the name of its kind, and at each of its times begins a row that is still there anew (0.18, `add_jobs`): with all
 * attempts, so that it is never given up, but of the same age. The row is gone once the job is done.
 */
export const keepsFailing = sql`(
  j.key is not null and j.created_at < now() - interval '4 hours'
  and j.key = any(array(select identifier from graphile_worker._private_known_crontabs)))`;

/**
 * Tries the jobs of a kind that were given up once more, for work that must not be lost (decision 0101). One attempt each: a
 * job that fails again is given up again, and stays visible as such.
 */
export async function retryGivenUp(db: Database, { name }: Pick<JobKind, 'name'>): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker._private_jobs
      where attempts >= max_attempts
        and task_id = (select id from graphile_worker._private_tasks where identifier = ${name})
    ), run_at => now(), attempts => ${maxAttempts - 1}::int)`.execute(db);
}

/**
 * The queue's own notification has no lane, so a second one on its channel names it; lanes listen to that alone
 * (`wakeByLane`). It is numbered because PostgreSQL folds equal notifications of a transaction into one.
 */
async function insertJobs<Told>(db: Database, requests: readonly JobRequest<Told>[]): Promise<void> {
  const jobs = requests.map(([{ name, lane, priority = 0 }, payload, { key, ...options } = {}]) => ({
    name,
    lane,
    priority,
    payload: carryTrace(payload),
    ...options,
    ...(key !== undefined && { key: `${name}-${key}` }),
  }));
  await sql`
    with told as materialized (
      select * from json_to_recordset(${JSON.stringify(jobs)}::json) as told (
        name text, lane text, payload json, turn text, key text, priority int, "runAt" timestamptz, "afterSeconds" float8
      )
    )
    select
      (select count(*) from graphile_worker.add_jobs(array(
        select (
          name, payload, turn, coalesce("runAt", now() + make_interval(secs => coalesce("afterSeconds", 0))),
          ${maxAttempts}::int, key, priority, null
        )::graphile_worker.job_spec
        from told
      ))),
      pg_notify('jobs:insert', json_build_object('lane', lane, 'count', count(*), 'number', random())::text)
    from told group by lane`.execute(db);
}
