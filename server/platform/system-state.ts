import { sql } from 'kysely';
import type { SystemState } from '../../contract/console/system.ts';
import type { Database } from './database/database.ts';
import { listLimits } from './http/limits.ts';
import { metrics } from './http/metrics.ts';

/** Tables that are shown by name. */
const shownTables = 8;
/** Minutes after which workers count as gone: what is due each minute was missed twice. */
const missedMinutes = 3;
/** Used-up counts that are shown as a number: far more than there are at a time. */
const mostUsedUp = 100_000;
/** Running counts that are looked at: a flood from many networks makes one for each, and the page is to answer in it. */
const mostLookedAt = 2_000_000;

/** What the database says of itself. */
export async function readDatabaseState(db: Database): Promise<SystemState['database']> {
  const askedMs = performance.now();
  const { rows } = await sql<{ version: string; bytes: string; used: number; most: number; schema: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as used,
      current_setting('max_connections')::int as most,
      (select max(name) from kysely_migration) as schema`.execute(db);
  const answeredMs = Math.round(performance.now() - askedMs);
  const { rows: tables } = await sql<{ name: string; bytes: string; rows: string }>`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes,
      greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid), 0) as rows
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(c.oid) desc limit ${sql.lit(shownTables)}`.execute(db);
  const { version, bytes, used, most, schema } = rows[0]!;
  return {
    version,
    bytes: Number(bytes),
    answeredMs,
    connections: { used, most },
    schema,
    tables: tables.map((table) => ({ name: table.name, bytes: Number(table.bytes), rows: Number(table.rows) })),
  };
}

/** When a worker of any process last did what is due each minute. */
export async function readWorkerState(db: Database): Promise<SystemState['workers']> {
  const { rows } = await sql<{ at: Date | null; areWorking: boolean }>`
    select max(last_execution) as at, coalesce(
      max(coalesce(last_execution, known_since)) between now() - make_interval(mins => ${sql.lit(missedMinutes)})
        and now() + interval '1 minute', false
    ) as "areWorking"
    from graphile_worker._private_known_crontabs where identifier = 'free-abandoned-jobs'`.execute(db);
  return { lastSeenAt: rows[0]!.at?.toISOString() ?? null, areWorking: rows[0]!.areWorking };
}

/** Limits that are used up now, with the number of networks, members or addresses that used them up. */
export async function readUsedUpLimits(db: Database): Promise<SystemState['limits']> {
  const known = listLimits();
  const { rows } = await sql<{ name: string; keys: number }>`
    select name, count(*)::int as keys
    from (
      select rule.name
      from (
        select key, points from rate_limit
        where expire is null or expire > extract(epoch from now()) * 1000 limit ${sql.lit(mostLookedAt)}
      ) counted
      join json_to_recordset(${JSON.stringify(known)}::json) as rule (name text, points int, seconds int)
        -- A row without an end is full with its last failure; else more were asked for than there are.
        on rule.name = split_part(counted.key, ':', 1) and counted.points >= rule.points + (rule.seconds > 0)::int
      limit ${sql.lit(mostUsedUp)}
    ) used_up
    group by name order by name`.execute(db);
  return rows.flatMap(({ name, keys }) =>
    known
      .filter((rule) => rule.name === name)
      .map(({ per, points, seconds }) => ({ name, per, points, seconds, keys })),
  );
}

/** Alarms and security events that this process has counted. What is expected, a log-in say, is counted too. */
export async function readCounted(): Promise<Pick<SystemState, 'alarms' | 'security'>> {
  const alarms = await countsOf('intake_alarms_total');
  const events = await countsOf('intake_security_events_total');
  return {
    alarms: alarms.map(({ labels, value }) => ({ name: String(labels.kind), count: value })),
    security: events.map(({ labels, value }) => ({
      name: String(labels.event),
      outcome: String(labels.outcome),
      count: value,
    })),
  };
}

async function countsOf(name: string) {
  const found = await metrics.getSingleMetric(name)?.get();
  return (found?.values ?? []).filter(({ value }) => value > 0).toSorted((one, other) => other.value - one.value);
}
