import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Transaction } from './database/database.ts';

/** A lane has workers of its own, so that slow work in one never delays the other. */
export const lanes = { mail: 3, payments: 3, upkeep: 1, webhooks: 6, 'slow-webhooks': 2 } as const;
export type Lane = keyof typeof lanes;

/**
 * A kind of job: what its jobs are told, and who works on them. Declared once, by `jobKind`, in the feature that owns it
 * (decision 0031).
 *
 * @typeParam Told what a job is queued with
 * @typeParam Read what its handler gets: the same once parsed, with defaults filled in
 */
export interface JobKind<Told = unknown, Read = unknown> {
  /** Nobody else's. It stands in the queue: a kind that is renamed leaves its waiting jobs without a handler. */
  readonly name: string;
  readonly lane: Lane;
  /**
   * Parsed when the job runs, which may be hours and a deploy after it was queued. A field that earlier versions did
   * not write is therefore optional or has a default.
   */
  readonly payload: z.ZodMiniType<Read, Told>;
  /** Runs by itself at these times (cron, UTC). */
  readonly schedule?: string;
}

/** A kind with its handler, ready to be started. */
export interface Job {
  kind: JobKind;
  /** @throws JobPayloadError when the payload does not parse; whatever the handler throws */
  run(payload: unknown): Promise<void>;
}

/** What may be said of one job. */
export interface JobOptions {
  /** Two jobs of a kind with one key are one job while the first has not run. */
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

/** A job to be queued: its kind, its payload and what is said of it, as `addJob` takes them. */
export type JobRequest<Told> = readonly [kind: JobKind<Told>, payload: NoInfer<Told>, options?: JobOptions];

/** A job's payload is not what its kind says. Names the kind and the fields, never a value: those are people's. */
class JobPayloadError extends Error {
  constructor(name: string, { issues }: z.core.$ZodError) {
    const fields = issues.map(({ path, code }) => `${path.join('.') || 'all of it'} (${code})`);
    super(`the payload of a job "${name}" does not parse: ${fields.join(', ')}`);
    this.name = 'JobPayloadError';
  }
}

/** After this many failures a job is given up and shows in the metrics. */
export const maxAttempts = 10;

const nothing = z.object({});
type Nothing = z.infer<typeof nothing>;

/** Kinds of one program: it knows all that it has declared, so that one without a handler is noticed at the start. */
export interface JobKinds {
  /**
   * Declares a kind of job, which is told nothing unless it has a `payload`.
   *
   * @throws JobPayloadError when a scheduled kind has to be told something: the schedule knows nothing to tell
   */
  jobKind(kind: Omit<JobKind, 'payload'>): JobKind<Nothing, Nothing>;
  jobKind<Told, Read>(kind: JobKind<Told, Read>): JobKind<Told, Read>;
  /** @throws Error naming the kinds that are declared and that none of these handles: their jobs would wait for ever */
  requireHandlers(jobs: readonly Job[]): void;
}

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
 * Says what is done about jobs of a kind, in its feature's `x.jobs.ts` alone.
 *
 * @param handler may run more than once for one job, so its effect must not depend on how often
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

/** Queues a job in the caller's transaction: it exists exactly if its cause does. */
export const addJob = <Told>(tx: Transaction, ...job: JobRequest<Told>): Promise<void> => insertJobs(tx, [job]);

/** The same for several at once. */
export const addJobs = <Told>(tx: Transaction, jobs: readonly JobRequest<Told>[]): Promise<void> =>
  insertJobs(tx, jobs);

/**
 * Queues a job that belongs to no change in the database, in a statement of its own: the next round of a sweep, say.
 * What is written together with its cause takes `addJob`.
 */
export const addLoneJob = <Told>(db: Database, ...job: JobRequest<Told>): Promise<void> => insertJobs(db, [job]);

/**
 * The queue's own notification says how many jobs came, and not of which lane. A second one on its channel does; lanes
 * listen to that alone (`wakeByLane`). It is numbered because PostgreSQL sends equal ones of a transaction once.
 */
async function insertJobs<Told>(db: Database, requests: readonly JobRequest<Told>[]): Promise<void> {
  const jobs = requests.map(([{ name, lane }, payload, { key, ...options } = {}]) => ({
    name,
    lane,
    payload,
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
