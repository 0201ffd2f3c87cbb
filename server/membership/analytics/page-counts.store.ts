import { sql } from 'kysely';
import { transaction, type Database } from '../../platform/database/database.ts';

export type CountKind = 'view' | 'browser' | 'os' | 'screen' | 'path' | 'event';

export interface Count {
  siteId: string;
  kind: CountKind;
  value: string;
  count: number;
}

/** Different paths, and different events, kept apart per site and day; the rest is counted together. */
const mostPerDay = 200;
/** What was seen less often in a day may be somebody's own page: it is shown to nobody, and not kept. */
const leastCount = 10;
const keptDays = 400;
/** Processes that write at the same moment take turns, so that the limit holds over all of them. */
const turn = 7_160_215;

const isRare = sql<boolean>`kind in ('path', 'event') and count < ${sql.lit(leastCount)}`;
const today = sql`(now() at time zone 'utc')::date`;

export const addCounts = (db: Database, counts: readonly Count[]): Promise<void> =>
  transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${turn})`.execute(tx);
    await sql`
      with incoming as (
        select told.*, known.value is not null as is_known
        from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
          as told ("siteId" text, kind text, value text, count bigint)
        join site on site.id = told."siteId"
        left join page_count known
          on known.site_id = told."siteId" and known.day = ${today}
          and known.kind = told.kind and known.value = told.value
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

/** How often something was counted at a site on one day. */
export interface DayCount {
  /** `2026-11-20`, in UTC. */
  day: string;
  kind: CountKind;
  /** The browser, path, … counted; empty for views. */
  value: string;
  count: number;
}

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

/** Counts what was rare together, once its day is over. */
export async function foldRareCounts(db: Database): Promise<void> {
  await sql`
    with rare as (
      delete from page_count where day < ${today} and ${isRare} and value <> '(other)' returning *
    )
    insert into page_count (site_id, day, kind, value, count)
    select site_id, day, kind, '(other)', sum(count) from rare group by site_id, day, kind
    on conflict (site_id, day, kind, value) do update set count = page_count.count + excluded.count`.execute(db);
}

export async function deleteOldCounts(db: Database): Promise<void> {
  await sql`delete from page_count where day < ${today} - ${sql.lit(keptDays)}`.execute(db);
}
