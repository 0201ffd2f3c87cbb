import { sql } from 'kysely';
import { jobList, type JobRow } from '../../contract/console/system.ts';
import type { Transaction } from './database/database.ts';
import { isGivenUp, keepsFailing } from './jobs.ts';
import { anyOf, comparing, type Condition } from './lists/conditions.ts';
import type { ListSource } from './lists/list-source.ts';
import { Refusal } from './refusal.ts';

const hasFailed = sql`(${isGivenUp} or ${keepsFailing})`;
const states: Readonly<Record<string, Condition>> = {
  failed: sql`(${hasFailed} and j.locked_at is null)`,
  running: sql`j.locked_at is not null`,
  waiting: sql`(not ${hasFailed} and j.locked_at is null and j.run_at <= now())`,
  later: sql`(not ${hasFailed} and j.locked_at is null and j.run_at > now())`,
};
const state = sql`case when j.locked_at is not null then 'running' when ${hasFailed} then 'failed'
  when j.run_at <= now() then 'waiting' else 'later' end`;
const kind = sql`(select identifier from graphile_worker._private_tasks t where t.id = j.task_id)`;

interface StoredJob extends Omit<JobRow, 'dueAt' | 'queuedAt'> {
  dueAt: Date;
  queuedAt: Date;
}

/** The jobs that wait and those that failed, as a list. */
export const jobSource: ListSource<typeof jobList, JobRow> = {
  list: jobList,
  from: sql`graphile_worker._private_jobs j`,
  id: sql`j.id`,
  hasNumericId: true,
  where: () => [],
  sorts: { due: { by: sql`j.run_at`, type: 'moment' } },
  filters: {
    kind: ({ values }) =>
      sql`j.task_id in (select id from graphile_worker._private_tasks where identifier = any(${values}::text[]))`,
    state: ({ values }) => anyOf(values.map((value) => states[value]!)),
    due: comparing(sql`j.run_at`),
  },
  async read(db, ids) {
    const { rows } = await sql<StoredJob>`
      select j.id::text as id, ${kind} as kind, ${state} as state, j.run_at as "dueAt", j.created_at as "queuedAt",
        j.attempts, j.max_attempts as "maxAttempts", j.last_error as fault,
        substring(j.payload ->> 'id' from '^[a-z]+_[a-zA-Z0-9_]+$') as about
      from graphile_worker._private_jobs j where j.id = any(${ids}::bigint[])`.execute(db);
    return rows.map((row) => ({ ...row, dueAt: row.dueAt.toISOString(), queuedAt: row.queuedAt.toISOString() }));
  },
  cells: {
    kind: (job) => job.kind,
    state: (job) => job.state,
    due: ({ dueAt }) => dueAt,
    attempts: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
    fault: ({ fault }) => fault,
    about: ({ about }) => about,
    queued: ({ queuedAt }) => queuedAt,
  },
};

/**
 * Lets a job run at once, with all its attempts: one that was given up, waits, or failed before. One that is due later
 * for the first time is let alone: early, it would take a seat or pay back before a student's time is over.
 *
 * @returns its kind @throws Refusal not-found for one that is done, gone, due later, or running at this moment
 */
export async function retryJob(tx: Transaction, id: string): Promise<string> {
  const { rows } = await sql<{ kind: string }>`
    update graphile_worker._private_jobs j set attempts = 0, run_at = now(), updated_at = now()
    where j.id = ${id}::bigint and j.locked_at is null and (j.attempts > 0 or j.run_at <= now()) returning ${kind} as kind`.execute(
    tx,
  );
  if (!rows[0])
    throw new Refusal('not-found', { message: 'This job is done, is being done at this moment, or is due later.' });
  return rows[0].kind;
}
