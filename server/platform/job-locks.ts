import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';

/** Longest duration of a job; locks of a dead process are freed after it. */
export const leaseSeconds = 60;
/**
 * Age after which a lock of our own pools belongs to a job that runs here or is lost: connection within 2 s and answer
 * within 5.2 s (database.ts), once to fetch the job and once to free it.
 */
const lostAfterSeconds = 15;
/** Milliseconds for storing a job's outcome: connection and answer. */
const notingMs = 8_000;
/** Milliseconds between two looks for lost jobs. */
const restMs = 1_000;

/**
 * The locks that this process has on jobs (decision 0021). A lock is lost when the answer to the fetch was lost, or
 * when a job's outcome could not be stored; without this its job would wait until the lease ends.
 */
export interface JobLocks {
  /** Runs a job. Its lock is in use until the work has ended, even if its worker has timed out. */
  use(jobId: string, work: () => Promise<void>): Promise<void>;
  /** @param poolId the owner that the pool's locks have in the database */
  addPool(poolId: string): void;
  /** Call it after a database timeout: checks for lost locks for the length of a lease. */
  suspect(): void;
  /** Frees the lost locks of this process, and those of any process that are older than the lease. */
  free(): Promise<void>;
  stop(): Promise<void>;
}

/** Tracks the locks of this process on jobs. @param db the database of the queue */
export function createJobLocks(db: Database): JobLocks {
  const inUse = new Map<symbol, string>();
  const pools: string[] = [];
  const stopping = new AbortController();
  let watchUntilMs = 0;

  const suspect = () => void (watchUntilMs = performance.now() + leaseSeconds * 1_000);
  const free = () => freeLocks(db, { pools, inUse: [...inUse.values()] });
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await sleep(restMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (performance.now() < watchUntilMs) await free().catch(suspect);
    }
  };
  const watched = watch();
  return {
    async use(jobId, work) {
      const use = Symbol(jobId);
      inUse.set(use, jobId);
      try {
        await work();
      } finally {
        setTimeout(() => inUse.delete(use), notingMs).unref();
      }
    },
    addPool: (poolId) => void pools.push(poolId),
    suspect,
    free,
    async stop() {
      stopping.abort();
      await watched;
    },
  };
}

/** Frees single jobs, not a pool's: a pool that has lost one may be working on others. */
async function freeLocks(db: Database, { pools, inUse }: { pools: string[]; inUse: string[] }): Promise<void> {
  await sql`
    with lost as (
      select id, job_queue_id, locked_by
      from graphile_worker._private_jobs
      -- The shorter time, for the index on what is locked; then the one that holds for its owner.
      where locked_at < now() - make_interval(secs => ${sql.lit(lostAfterSeconds)})
        and locked_at < now() - make_interval(
          secs => case when locked_by = any(${pools}::text[]) then ${lostAfterSeconds}::int else ${leaseSeconds}::int end)
        and not id = any(${inUse}::bigint[])
      for update skip locked
    ), freed as (
      update graphile_worker._private_jobs jobs set locked_at = null, locked_by = null
      from lost where jobs.id = lost.id
    )
    update graphile_worker._private_job_queues turns set locked_at = null, locked_by = null
    from lost where turns.id = lost.job_queue_id and turns.locked_by = lost.locked_by`.execute(db);
}
