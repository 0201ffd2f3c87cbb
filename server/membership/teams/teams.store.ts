import { sql, type Generated } from 'kysely';
import type { Member } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';

type WireConnection = Member['planConnections'][number];

type Tables = {
  team: {
    id: string;
    site_id: string;
    owner_id: string;
    connection_id: string;
    seats: number | null;
    invite_hash: Buffer;
    invite_sealed: Buffer;
    closed_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  team_seat: { member_id: string; team_id: string; connection_id: string; taken_at: Generated<Date> };
  team_bar: { team_id: string; member_id: string };
  /** Read only, from here on. */
  plan_connection: { id: string; plan_id: string; type: WireConnection['type']; status: WireConnection['status'] };
  plan: { id: string; name: string };
  member: { id: string };
};

const activeStatuses = ['ACTIVE', 'TRIALING'] as const;

/** The member, kept from changing: whatever a member does in teams happens one after the other. */
export async function lockMemberRow(tx: Database, memberId: string): Promise<boolean> {
  const row = await tx
    .withTables<Tables>()
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewTeam {
  id: string;
  siteId: string;
  ownerId: string;
  connectionId: string;
  seats: number | null;
  inviteHash: Buffer;
  inviteSealed: Buffer;
}

export async function insertTeam(tx: Database, team: NewTeam): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('team')
    .values({
      id: team.id,
      site_id: team.siteId,
      owner_id: team.ownerId,
      connection_id: team.connectionId,
      seats: team.seats,
      invite_hash: team.inviteHash,
      invite_sealed: team.inviteSealed,
    })
    .execute();
}

/** @returns the team of a connection as it was before, kept from changing */
export const lockTeamOf = (tx: Database, connectionId: string) =>
  tx
    .withTables<Tables>()
    .selectFrom('team')
    .select(['id', 'closed_at'])
    .where('connection_id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();

export async function updateTeam(tx: Database, teamId: string, { seats }: { seats: number | null }): Promise<void> {
  await tx.withTables<Tables>().updateTable('team').set({ seats, closed_at: null }).where('id', '=', teamId).execute();
}

/** @returns the teams that were open before */
export const noteClosed = (tx: Database, of: { connectionId: string } | { ownerId: string }) =>
  tx
    .withTables<Tables>()
    .updateTable('team')
    .set({ closed_at: sql`now()` })
    .where('closed_at', 'is', null)
    .where(
      'connectionId' in of ? 'connection_id' : 'owner_id',
      '=',
      'connectionId' in of ? of.connectionId : of.ownerId,
    )
    .returning(['id', 'site_id as siteId', 'owner_id as ownerId'])
    .execute();

/** The team an invitation leads to, kept from changing. One that waits here sees the invitation that holds by then. */
export const lockInvitedTeam = (tx: Database, siteId: string, inviteHash: Buffer) =>
  tx
    .withTables<Tables>()
    .selectFrom('team')
    .select(['id', 'connection_id as connectionId'])
    .where('site_id', '=', siteId)
    .where('invite_hash', '=', inviteHash)
    .forUpdate()
    .executeTakeFirst();

export async function isActive(db: Database, connectionId: string): Promise<boolean> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('plan_connection')
    .select('id')
    .where('id', '=', connectionId)
    .where('status', 'in', activeStatuses)
    .executeTakeFirst();
  return row !== undefined;
}

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

/** The teams a member owns, those that are active first. */
export async function listOwnedTeams(db: Database, memberId: string) {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('team')
    .innerJoin('plan_connection', 'plan_connection.id', 'team.connection_id')
    .select(['team.id as teamId', 'plan_connection.status'])
    .where('team.owner_id', '=', memberId)
    .orderBy('team.created_at')
    .orderBy('team.id')
    .execute();
  const owned = rows.map(({ teamId, status }) => ({ teamId, active: isActiveStatus(status) }));
  return owned.toSorted((one, other) => Number(other.active) - Number(one.active));
}

/** The seat of a member, with the plan that comes with it. */
export async function findSeat(db: Database, memberId: string) {
  const row = await db
    .withTables<Tables>()
    .selectFrom('team_seat')
    .innerJoin('team', 'team.id', 'team_seat.team_id')
    .innerJoin('plan_connection', 'plan_connection.id', 'team.connection_id')
    .innerJoin('plan', 'plan.id', 'plan_connection.plan_id')
    .select([
      'team.id as teamId',
      'team.site_id as siteId',
      'team_seat.connection_id as connectionId',
      'plan.id as planId',
      'plan.name as planName',
      'plan_connection.type',
      'plan_connection.status',
    ])
    .where('team_seat.member_id', '=', memberId)
    .executeTakeFirst();
  return row && { ...row, active: isActiveStatus(row.status) };
}

const isActiveStatus = (status: WireConnection['status']) => activeStatuses.some((each) => each === status);

export interface NewSeat {
  teamId: string;
  memberId: string;
  connectionId: string;
}

/**
 * Takes a seat, if one is free, in one statement; the caller has locked the team. A seat in another team is given up
 * with it.
 *
 * @returns whether there was one
 */
export async function takeSeat(tx: Database, { teamId, memberId, connectionId }: NewSeat): Promise<boolean> {
  const tables = tx.withTables<Tables>();
  const seat = await tables
    .insertInto('team_seat')
    .columns(['member_id', 'team_id', 'connection_id'])
    .expression(
      tables
        .selectFrom('team')
        .select([sql<string>`${memberId}`.as('member_id'), 'team.id', sql<string>`${connectionId}`.as('connection_id')])
        .where('team.id', '=', teamId)
        .where(
          sql<boolean>`seats is null or seats > 1 + (select count(*) from team_seat taken where taken.team_id = team.id)`,
        ),
    )
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet((of) => ({
        team_id: of.ref('excluded.team_id'),
        connection_id: of.ref('excluded.connection_id'),
        taken_at: sql`now()`,
      })),
    )
    .returning('team_id')
    .executeTakeFirst();
  return seat !== undefined;
}

/** @returns the seat that was given up, if there was one; @param teamId of this team alone */
export const deleteSeat = (tx: Database, memberId: string, teamId?: string) =>
  tx
    .withTables<Tables>()
    .deleteFrom('team_seat')
    .where('member_id', '=', memberId)
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', teamId!))
    .returning('team_id as teamId')
    .executeTakeFirst();
