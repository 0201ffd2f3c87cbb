import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database/database.ts';
import { addLoneJob, handle, jobKind, type Job, type JobKind } from './jobs.ts';
import { secondsPerDay, type Retention, type RetentionName } from './retention.ts';

type DeletingJob = JobKind<Record<string, never>, Record<string, never>>;

/** Rows of a table that have ended: a job deletes them in small batches. */
export interface EndedRows {
  table: string;
  /** The column that says when. An index begins with it, so that no batch reads the table. */
  since: string;
  /** How long they stay after that: a setting, a number of seconds, or not at all. */
  keptFor?: RetentionName | number;
  /** The present in the column's type, where that is no time. */
  now?: RawBuilder<unknown>;
  /** A further condition, in SQL and without values from outside; in words of the index if that is partial. */
  only?: string;
  /** Rows of another table that go with them, where no cascade does it. */
  along?: { table: string; column: string };
  /** Several may share a job. */
  job: DeletingJob;
}

/** Declares a job that deletes ended rows; it is handled where a domain gathers its features. @param schedule cron, UTC */
export const deletingJob = (name: string, schedule: string): DeletingJob => jobKind({ name, lane: 'upkeep', schedule });

/** Rows of a batch: few, so that its locks last for milliseconds. */
const batchSize = 1_000;
/** Milliseconds a run may take: below the 30 s of a job. */
const runMs = 15_000;
/** Between two runs of a job that has more to do. */
const nextAfterSeconds = 5;

/** The jobs that delete these rows, one for all rows that name it. */
export const deletingJobs = (services: { db: Database; retention: Retention }, all: readonly EndedRows[]): Job[] =>
  [...Map.groupBy(all, ({ job }) => job)].map(([job, ended]) => {
    const steps = ended.map((rows) => () => deleteBatch(services.db, rows, services.retention));
    return handleInRounds(services.db, job, steps);
  });

/** A function that changes a batch of rows, in a transaction, and says whether it was a full one. */
type Step = () => Promise<boolean>;

/** Handles a job in rounds. What its time is too short for, another run does soon: a day may end more rows than a run deletes. */
export const handleInRounds = (db: Database, job: DeletingJob, steps: readonly Step[], forMs?: number): Job =>
  handle(job, async () => {
    if (await inRounds(steps, forMs)) return;
    await addLoneJob(db, job, {}, { key: 'next', afterSeconds: nextAfterSeconds });
  });

/**
 * Calls each function again until it has no more to do, in turns, once and then for `forMs` milliseconds at most.
 *
 * @returns whether none has more to do
 */
export async function inRounds(steps: readonly Step[], forMs = runMs): Promise<boolean> {
  const deadline = performance.now() + forMs;
  let left = [...steps];
  do {
    const full: Step[] = [];
    for (const step of left) if (await step()) full.push(step);
    left = full;
  } while (left.length > 0 && performance.now() < deadline);
  return left.length === 0;
}

/**
 * Skips rows that others have locked, so it waits for nothing and cannot deadlock in whatever order it finds them:
 * by age, the order of the index. @returns whether there may be more
 */
async function deleteBatch(db: Database, ended: EndedRows, retention: Retention): Promise<boolean> {
  const { table, along } = ended;
  const { rows } = await sql<{ deleted: number }>`
    with gone as materialized (${oldestOf(ended, retention)}),
      ${along ? sql`others as (delete from ${sql.table(along.table)} where ${sql.ref(along.column)} in (select id from gone)),` : sql``}
      deleted as (delete from ${sql.table(table)} where ctid = any(array(select place from gone)) returning 1)
    select count(*)::int as deleted from deleted`.execute(db);
  return rows[0]!.deleted === batchSize;
}

const oldestOf = ({ table, since, keptFor = 0, now, only, along }: EndedRows, retention: Retention) => {
  const seconds = typeof keptFor === 'number' ? keptFor : retention[keptFor] * secondsPerDay;
  const end = now ?? sql`now() - make_interval(secs => ${sql.lit(seconds)})`;
  return sql`
    select ctid as place ${along ? sql`, id` : sql``} from ${sql.table(table)}
    where ${sql.ref(since)} < ${end} ${sql.raw(only ? `and ${only}` : '')}
    order by ${sql.ref(since)} limit ${sql.lit(batchSize)} for update skip locked`;
};
