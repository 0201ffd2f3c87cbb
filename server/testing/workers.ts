import type { TestContext } from 'vitest';
import * as z from 'zod/mini';
import { startJobs } from '../platform/job-lanes.ts';
import { handle, type Job, type JobKind } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const silentLog = createLog('silent');
/** A kind of job in the payments' lane that may be told anything, unless told otherwise. */
export const named = (name: string, more: Partial<JobKind> = {}): JobKind => ({
  name,
  lane: 'payments',
  payload: z.unknown(),
  ...more,
});
/** The same with its handler. */
export const handled = (name: string, handler: (payload: unknown) => Promise<void>, more: Partial<JobKind> = {}): Job =>
  handle(named(name, more), handler);

/** Runs a job of a kind as the queue would. */
export const runJob = (jobs: readonly Job[], name: string, payload: unknown = {}): Promise<void> =>
  jobs.find(({ kind }) => kind.name === name)!.run(payload);

/** Workers on a database of their own. */
export async function buildWorkers(
  onTestFinished: TestContext['onTestFinished'],
  jobs: Job[],
): Promise<TestDatabase & { stop(): Promise<void> }> {
  const database = await createTestDatabase();
  const workers = await startJobs(database.workersPool, database.db, jobs, silentLog);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= workers.stop());
  onTestFinished(async () => {
    await stop();
    await database.drop();
  });
  return { ...database, stop };
}

interface JobRow {
  attempts: number;
  locked_by: string | null;
  last_error: string | null;
}

/** The jobs of a kind that wait or run, with what the queue's own tables say of them. */
export async function jobsIn({ pool }: TestDatabase, name: string): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>(
    `select attempts, locked_by, last_error
     from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
     where identifier = $1`,
    [name],
  );
  return rows;
}

interface Failure {
  attempts: number;
  error: string;
  /** Until the next try. */
  waits_seconds: number;
}

/**
 * Has the database note each failure of a job as it happens: looks at the queue are too late for it on a busy machine,
 * where the next try has begun.
 *
 * @returns reads the failures so far, the first one first
 */
export async function noteFailures({ pool }: TestDatabase): Promise<() => Promise<Failure[]>> {
  await pool.query(`
    create table noted_failure (id int generated always as identity, attempts int, error text, waits_seconds float);
    create function note_failure() returns trigger language plpgsql security definer as $$
    begin
      insert into public.noted_failure (attempts, error, waits_seconds)
      values (new.attempts, new.last_error, extract(epoch from new.run_at - now()));
      return null;
    end $$;
    create trigger note_failure after update on graphile_worker._private_jobs for each row
    when (old.locked_by is not null and new.locked_by is null and new.last_error is not null)
    execute function note_failure();`);
  return async () =>
    (await pool.query<Failure>('select attempts, error, waits_seconds from noted_failure order by id')).rows;
}
