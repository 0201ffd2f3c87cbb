import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Members who have each plan of a site now, seats in teams included; plans without are left out. */
export async function countHolders(db: Database, siteId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; members: number }>`
    select plan_id as id, count(distinct member_id)::int as members from plan_connection
    where site_id = ${siteId} and status in ('ACTIVE', 'TRIALING', 'PAST_DUE')
    group by plan_id`.execute(db);
  return Object.fromEntries(rows.map(({ id, members }) => [id, members]));
}
