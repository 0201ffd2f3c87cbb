import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = { member: { id: string; site_id: string; list_order: string } };

export interface ListQuery {
  siteId: string;
  /** The place of the last one seen. */
  after: number | undefined;
  limit: number;
  order: 'asc' | 'desc';
}

/** Whoever joins and whoever reads the list meet here. */
const door = (siteId: string) => sql`hashtextextended(${`members of ${siteId}`}, 0)`;

/** Before somebody is given a place. Many may join at once, but nobody reads on until this transaction has ended. */
export const enterList = (tx: Transaction, siteId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${door(siteId)})`.execute(tx);

/**
 * Waits until all who have a place are in the list. Places are given in order, but transactions end in any: without
 * this, whoever has read on would never see one that ended late.
 */
export const awaitPlaces = (tx: Transaction, siteId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${door(siteId)})`.execute(tx);

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

export async function countMembers(db: Database, siteId: string): Promise<number> {
  const { count } = await db
    .withTables<Tables>()
    .selectFrom('member')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return count;
}
