import { sql } from 'kysely';
import { freeAbandonedJobs } from '../job-lanes.ts';
import { isGivenUp, keepsFailing, lanes, type Job } from '../jobs.ts';
import { mostCounted, type StoredGauge } from './stored-gauges.ts';

/** Seconds after which a job that is due counts as late: sixty polls. */
const lateSeconds = 60;

/** Jobs by lane that are due, that are late, and that failed. */
export function jobGauge(jobs: readonly Job[]): StoredGauge {
  const kinds = [...jobs.map(({ kind }) => kind), freeAbandonedJobs].map(({ name, lane }) => ({ name, lane }));
  // A job of another version, or one that an operator queued, has no lane here.
  const lane = sql`coalesce(known.lane, 'other')`;
  const late = sql`sum((found.run_at < now() - make_interval(secs => ${sql.lit(lateSeconds)}))::int)`;
  const tasks = sql`join graphile_worker._private_tasks task on task.id = found.task_id
    left join json_to_recordset(${JSON.stringify(kinds)}::json) as known (name text, lane text) on known.name = task.identifier`;
  return {
    name: 'intake_jobs',
    help: `Jobs in the queue, by lane: due, late (due for ${lateSeconds} s) and failed (given up, or not done by a schedule for hours). Counted up to ${mostCounted}.`,
    labels: { lane: Object.keys(lanes), state: ['waiting', 'late', 'failed'] },
    // In the order of an index: PostgreSQL 15 would rather read the whole table up to the limit.
    rows: sql`
      select array[counted.lane, state.name] as labels, state.count
      from (
        select ${lane} as lane, count(*) as waiting, ${late} as late
        from (
          select task_id, run_at from graphile_worker._private_jobs
          where is_available and run_at <= now() order by priority, run_at limit ${sql.lit(mostCounted)}
        ) as found ${tasks} group by 1
      ) as counted, lateral (values ('waiting', counted.waiting), ('late', counted.late)) as state (name, count)
      union all
      select array[${lane}, 'failed'] as labels, count(*)
      from (
        (select task_id from graphile_worker._private_jobs j
        where ${isGivenUp} order by run_at limit ${sql.lit(mostCounted)})
        union all
        select task_id from graphile_worker._private_jobs j where not ${isGivenUp} and ${keepsFailing}
      ) as found ${tasks} group by ${lane}`,
  };
}
