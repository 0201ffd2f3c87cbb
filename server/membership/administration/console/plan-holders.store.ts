import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { activeStates } from '../../entitlements/active.ts';

/** Members who have each plan of a site now, seats in teams included; plans without are left out. */
export async function countHolders(db: Database, siteId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; members: number }>`
    with active as (select id, plan_id, member_id from plan_connection
      where site_id = ${siteId} and status = any(${activeStates}::text[])),
    held as (select plan_id, member_id from active
      union all
      select active.plan_id, seat.member_id from active
        join team on team.connection_id = active.id join team_seat seat on seat.team_id = team.id)
    select plan_id as id, count(distinct member_id)::int as members from held group by plan_id`.execute(db);
  return Object.fromEntries(rows.map(({ id, members }) => [id, members]));
}
