import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Database } from './database/database.ts';
import { metrics } from './http/metrics.ts';

/** Shows jobs that are due and jobs given up among the metrics; counted when somebody looks. */
export function measureJobs(db: Database): void {
  metrics.removeSingleMetric('intake_jobs');
  new Gauge({
    name: 'intake_jobs',
    help: 'Jobs that are due, and jobs given up.',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      // Without the database everything else is still shown.
      const counted = await countJobs(db).catch(() => undefined);
      this.reset();
      if (!counted) return;
      this.set({ state: 'waiting' }, counted.waiting);
      this.set({ state: 'failed' }, counted.failed);
    },
  });
}

async function countJobs(db: Database): Promise<{ waiting: number; failed: number } | undefined> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as waiting,
           count(*) filter (where attempts >= max_attempts)::int as failed
    from graphile_worker._private_jobs`.execute(db);
  return rows[0];
}
