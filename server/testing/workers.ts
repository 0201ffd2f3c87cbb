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
  waits_seconds: number;
}

/** The jobs of a kind that wait or run, with what the queue's own tables say of them. */
export async function jobsIn({ pool }: TestDatabase, name: string): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>(
    `select attempts, locked_by, last_error, extract(epoch from run_at - now())::float as waits_seconds
     from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
     where identifier = $1`,
    [name],
  );
  return rows;
}
