import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  member: { id: string; site_id: string; list_order: string };
  member_count: { site_id: string; members: number };
};

/** One page of a site's member list. */
export interface ListQuery {
  siteId: string;
  /** Cursor: the place of the last member of the page before. */
  after: number | undefined;
  limit: number;
  order: 'asc' | 'desc';
}

/** Advisory lock of a site's member list: joining takes it shared, reading exclusive. */
const listLock = (siteId: string) => sql`hashtextextended(${`members of ${siteId}`}, 0)`;

/** Taken before a place is assigned, as a part of the statement that does. Sign-ups run concurrently; a reader waits for their commit. */
export const enterList = (siteId: string) => sql`select pg_advisory_xact_lock_shared(${listLock(siteId)})`;

/**
 * Waits until every assigned place is committed. Places are assigned in order, but transactions commit in any order:
 * a reader past a gap would never see the member who commits late (cursor pagination over a sequence).
 */
export const awaitPlaces = (tx: Transaction, siteId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${listLock(siteId)})`.execute(tx);

/** Members in the order they joined, each with their place in it. */
export async function listPlaces(
  db: Database,
  { siteId, after, limit, order }: ListQuery,
): Promise<{ id: string; place: number }[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('member')
    .select(['id', 'list_order'])
    .where('site_id', '=', siteId)
    .$if(after !== undefined, (query) => query.where('list_order', order === 'asc' ? '>' : '<', String(after)))
    .orderBy('list_order', order)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, place: Number(row.list_order) }));
}

/** Members of a site: the sum of what a trigger wrote, since to count a million members takes a tenth of a second. */
export async function countMembers(db: Database, siteId: string): Promise<number> {
  const { members } = await db
    .withTables<Tables>()
    .selectFrom('member_count')
    .select(sql<number>`coalesce(sum(members), 0)::int`.as('members'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return members;
}

/** Replaces what was added to the counts of sites by their sums. Counts that others read meanwhile stay right. */
export async function foldMemberCounts(db: Database): Promise<void> {
  await sql`
    with folded as (
      delete from member_count where site_id in (select site_id from member_count group by site_id having count(*) > 1)
      returning site_id, members
    )
    insert into member_count (site_id, members)
    select site_id, sum(members) from folded group by site_id having sum(members) <> 0`.execute(db);
}
