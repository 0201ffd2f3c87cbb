import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';

/** No job may take longer; the locks of a process that died are freed after it. */
export const leaseSeconds = 60;
/**
 * After so long a job that one of our own pools has locked runs here or is lost: a connection is made within 2 s and an
 * answer comes within 5.2 s (database.ts), once to tell us of the job and once to free it.
 */
const lostAfterSeconds = 15;
/** Milliseconds that noting what became of a job may take after its work: connection and answer. */
const notingMs = 8_000;
/** Milliseconds between two looks for lost jobs. */
const restMs = 1_000;

/**
 * The locks that this process has on jobs (decision 0021). A lock is lost when the database took it and the answer
 * never came, and when a job ended and that could not be noted; its job would wait until the lease ends.
 */
export interface JobLocks {
  /** Does a job's work. Its lock is in use until that has ended, although its worker may wait no longer. */
  use(jobId: string, work: () => Promise<void>): Promise<void>;
  /** @param poolId what the pool's locks are named by in the database */
  addPool(poolId: string): void;
  /** To be told when an answer of the database did not come: looks for lost locks as long as a lease lasts. */
  suspect(): void;
  /** Frees the lost locks of this process, and those of any process that are older than the lease. */
  free(): Promise<void>;
  stop(): Promise<void>;
}

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

/** Job by job: a pool that has lost one may be working on others. */
async function freeLocks(db: Database, { pools, inUse }: { pools: string[]; inUse: string[] }): Promise<void> {
  await sql`
    with lost as (
      select id, job_queue_id, locked_by
      from graphile_worker._private_jobs
      where locked_at < now() - make_interval(
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
