import type { TestContext } from 'vitest';
import { startJobs, type JobHandler, type JobKind } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const silentLog = createLog('silent');
/** A kind of job in the payments' lane, unless told otherwise. */
export const kind = (name: string, handler: JobHandler, more: Partial<JobKind> = {}): JobKind => ({
  name,
  lane: 'payments',
  handler,
  ...more,
});

/** Workers on a database of their own. */
export async function buildWorkers(
  onTestFinished: TestContext['onTestFinished'],
  kinds: JobKind[],
): Promise<TestDatabase & { stop(): Promise<void> }> {
  const database = await createTestDatabase();
  const jobs = await startJobs(database.pool, database.db, kinds, silentLog);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= jobs.stop());
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
