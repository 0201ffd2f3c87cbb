import { sql } from 'kysely';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';

/** A dimension of the counts. */
export type CountKind = 'view' | 'browser' | 'os' | 'screen' | 'path' | 'event';

/** An increment of one counter. */
export interface Count {
  siteId: string;
  kind: CountKind;
  value: string;
  count: number;
}

/** Distinct paths, and distinct events, of a site and day (cardinality limit); the rest is counted as `(other)`. */
const mostPerDay = 200;
/** k-anonymity: a path or event seen less often in a day may identify a person, so it is neither shown nor kept. */
const leastCount = 10;
/** Sites of one statement: some 400 counters each, well within the statement timeout. */
const sitesAtOnce = 50;
/** Advisory lock: concurrent writers wait for each other, so that `mostPerDay` holds over all processes. An arbitrary number. */
const writeLock = 7_160_215;

const isRare = sql<boolean>`kind in ('path', 'event') and count < ${sql.lit(leastCount)}`;
const today = sql`(now() at time zone 'utc')::date`;

/** Adds increments to today's counters (UTC), in one transaction. */
export const addCounts = (db: Database, counts: readonly Count[]): Promise<void> =>
  transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${writeLock})`.execute(tx);
    await sql`
      with incoming as (
        select sent.*, known.value is not null as is_known
        from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
          as sent ("siteId" text, kind text, value text, count bigint)
        join site on site.id = sent."siteId"
        left join page_count known
          on known.site_id = sent."siteId" and known.day = ${today}
          and known.kind = sent.kind and known.value = sent.value
      ), placed as (
        select "siteId", kind, count, case when is_known or ${mostPerDay} >=
            (select count(*) from page_count kept
             where kept.site_id = "siteId" and kept.day = ${today} and kept.kind = incoming.kind)
            + row_number() over (partition by "siteId", kind, is_known order by count desc, value)
          then value else '(other)' end as value
        from incoming
      )
      insert into page_count (site_id, day, kind, value, count)
      select "siteId", ${today}, kind, value, sum(count) from placed group by "siteId", kind, value
      on conflict (site_id, day, kind, value) do update set count = page_count.count + excluded.count`.execute(tx);
  });

/** One counter of a site on one day. */
export interface DayCount {
  /** `2026-11-20`, in UTC. */
  day: string;
  kind: CountKind;
  /** The browser, path, … counted; empty for views. */
  value: string;
  count: number;
}

/** Counters of a range of days, both included; rare ones as `(other)`. */
export async function selectCounts(
  db: Database,
  siteId: string,
  { from, to }: { from: string; to: string },
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(day, 'YYYY-MM-DD') as day, kind, shown as value, sum(count)::float8 as count
    from (select *, case when ${isRare} then '(other)' else value end as shown from page_count) counted
    where site_id = ${siteId} and day between ${from}::date and ${to}::date
    group by day, kind, shown
    order by day, kind, sum(count) desc, shown`.execute(db);
  return rows;
}

/**
 * Views of the paths below each first segment, `uts` of `/uts/register`, in a range of days (UTC), both included; rare
 * paths are in none.
 *
 * @param segments those that are asked for
 */
export async function sumViewsBelow(
  db: Database,
  { siteId, segments, from, to }: { siteId: string; segments: readonly string[]; from: string; to: string },
): Promise<{ segment: string; views: number }[]> {
  const { rows } = await sql<{ segment: string; views: number }>`
    select split_part(value, '/', 2) as segment, sum(count)::float8 as views from page_count
    where site_id = ${siteId} and day between ${from}::date and ${to}::date and kind = 'path' and not (${isRare})
      and split_part(value, '/', 2) = any(${segments}::text[])
    group by 1 order by 1`.execute(db);
  return rows;
}

/** The day that counters are added to now, `2026-11-20`: that of the database's clock, in UTC. */
export async function findToday(db: Database): Promise<string> {
  const { rows } = await sql<{ day: string }>`select to_char(${today}, 'YYYY-MM-DD') as day`.execute(db);
  return rows[0]!.day;
}

/** The first past day with counters whose rare ones have not been merged; null for none. */
export async function findUnfoldedDay(db: Database): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from page_count
    where day < ${today} and day > coalesce((select folded_until from page_count_folding), '-infinity')`.execute(db);
  return rows[0]!.day;
}

/**
 * Merges the rare counters of some sites on a past day into `(other)`. By site, not by age: a batch that begins with the
 * oldest would read the counters that are kept again and again.
 *
 * @param after id of the last site before them
 * @returns the id of the last one; null when none is left
 */
export async function foldRareCounts(
  tx: Transaction,
  { day, after }: { day: string; after: string },
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with portion as materialized (
      select id from site where id > ${after} order by id limit ${sql.lit(sitesAtOnce)}
    ), rare as (
      delete from page_count using portion
      where site_id = portion.id and day = ${day}::date and ${isRare} and value <> '(other)'
      returning site_id, day, kind, count
    ), folded as (
      insert into page_count (site_id, day, kind, value, count)
      select site_id, day, kind, '(other)', sum(count) from rare group by site_id, day, kind
      on conflict (site_id, day, kind, value) do update set count = page_count.count + excluded.count
    )
    select max(id) as last from portion`.execute(tx);
  return rows[0]!.last;
}

/** Notes that a day is done. It never goes back: two processes may merge at once. */
export async function noteFolded(db: Database, day: string): Promise<void> {
  await sql`
    insert into page_count_folding (folded_until) values (${day}::date)
    on conflict (only_row) do update
      set folded_until = greatest(page_count_folding.folded_until, excluded.folded_until)`.execute(db);
}
