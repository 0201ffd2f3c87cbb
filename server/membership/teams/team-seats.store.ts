import { sql, type Generated } from 'kysely';
import type { PlanConnection } from '../../../contract/members.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  team_seat: {
    member_id: string;
    team_id: string;
    connection_id: string;
    taken_at: Generated<Date>;
    /** null in rows of the release before (decision 0061). */
    site_id: string | null;
  };
  team_bar: { team_id: string; member_id: string };
  /** Tables of other features, read only. */
  plan_connection: { id: string; plan_id: string; price_id: string | null } & Pick<PlanConnection, 'type' | 'status'>;
  member: { id: string; email: string; verified: boolean; profile_image: string | null };
};

/** Status, plan and price of a team's connection. */
export const findTeamPlan = (db: Database, connectionId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('plan_connection')
    .select(['status', 'plan_id as planId', 'price_id as priceId'])
    .where('id', '=', connectionId)
    .executeTakeFirst();

/** Members with a seat in a team, in the order they joined. The owner has none. */
export const listSeatHolders = (db: Database, teamId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('team_seat')
    .innerJoin('member', 'member.id', 'team_seat.member_id')
    .select(['member.id', 'member.email', 'member.verified', 'member.profile_image as profileImage'])
    .where('team_seat.team_id', '=', teamId)
    .orderBy('team_seat.taken_at')
    .orderBy('member.id')
    .execute();

/** The same by their ids alone, their seats locked: one who leaves meanwhile is not listed. */
export async function lockSeatHolders(tx: Transaction, teamId: string): Promise<string[]> {
  const seats = await tx
    .withTables<Tables>()
    .selectFrom('team_seat')
    .select('member_id')
    .where('team_id', '=', teamId)
    .orderBy('taken_at')
    .orderBy('member_id')
    .forUpdate()
    .execute();
  return seats.map(({ member_id: memberId }) => memberId);
}

/** A seat to take. */
export interface NewSeat {
  teamId: string;
  memberId: string;
  /** Id of the seat's connection on the wire. */
  connectionId: string;
}

/**
 * Takes a seat if one is free; the caller has locked the team. Replaces a seat in another team. Seats that one transaction
 * moves keep their order, since the clock goes on in it and `now()` does not.
 *
 * @param seats of the whole team, the owner's too; null for no limit
 * @returns whether there was one
 */
export async function takeSeat(
  tx: Transaction,
  { teamId, memberId, connectionId }: NewSeat,
  seats: number | null,
): Promise<boolean> {
  const taken = await sql`
    insert into team_seat (member_id, team_id, connection_id, site_id)
    select ${memberId}, ${teamId}, ${connectionId}, (select site_id from team where id = ${teamId})
    where ${seats}::int is null or ${seats}::int > 1 + (select count(*) from team_seat where team_id = ${teamId})
    on conflict (member_id) do update
      set team_id = excluded.team_id, connection_id = excluded.connection_id, taken_at = clock_timestamp(),
        site_id = excluded.site_id
    returning 1`.execute(tx);
  return taken.rows.length > 0;
}

/**
 * Ends a member's seat.
 *
 * @param teamId in this team alone
 * @returns the team, if there was a seat
 */
export async function deleteSeat(tx: Transaction, memberId: string, teamId?: string): Promise<string | undefined> {
  const row = await tx
    .withTables<Tables>()
    .deleteFrom('team_seat')
    .where('member_id', '=', memberId)
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', teamId!))
    .returning('team_id')
    .executeTakeFirst();
  return row?.team_id;
}

/** Bars a member from the current invitation, if they are not yet. */
export async function barMember(tx: Transaction, teamId: string, memberId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('team_bar')
    .values({ team_id: teamId, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lifts the bar of a member who is in the team again. */
export async function liftBar(tx: Transaction, teamId: string, memberId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('team_bar')
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Whether a member is barred from a team. */
export async function isBarred(db: Database, teamId: string, memberId: string): Promise<boolean> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('team_bar')
    .select('team_id')
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lifts all bars of a team. */
export async function clearBars(tx: Transaction, teamId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('team_bar').where('team_id', '=', teamId).execute();
}
