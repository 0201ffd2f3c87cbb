import { sql, type Generated } from 'kysely';
import type { PlanConnection } from '../../../contract/members.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { StoredInvite } from './invite-tokens.ts';

type Tables = {
  team: {
    id: string;
    site_id: string;
    owner_id: string;
    connection_id: string;
    invite_hash: Buffer;
    invite_sealed: Buffer;
    closed_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  /** Tables of other features, read only. */
  plan_connection: { id: string; plan_id: string; price_id: string | null } & Pick<PlanConnection, 'type' | 'status'>;
  member: { id: string; email: string; verified: boolean; profile_image: string | null };
};

/** A team to store. */
export interface NewTeam extends StoredInvite {
  id: string;
  siteId: string;
  ownerId: string;
  connectionId: string;
}

/** Stores a team. */
export async function insertTeam(tx: Transaction, team: NewTeam): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('team')
    .values({
      id: team.id,
      site_id: team.siteId,
      owner_id: team.ownerId,
      connection_id: team.connectionId,
      invite_hash: team.inviteHash,
      invite_sealed: team.inviteSealed,
    })
    .execute();
}

/** The team of a connection, locked. */
export const lockTeamOf = (tx: Transaction, connectionId: string) =>
  tx
    .withTables<Tables>()
    .selectFrom('team')
    .select(['id', 'closed_at as closedAt'])
    .where('connection_id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();

/** The team of an invitation, locked. The condition is checked again after the wait, so a renewed invitation is refused. */
export const lockInvitedTeam = (tx: Transaction, siteId: string, inviteHash: Buffer) =>
  tx
    .withTables<Tables>()
    .selectFrom('team')
    .select(['id', 'connection_id as connectionId'])
    .where('site_id', '=', siteId)
    .where('invite_hash', '=', inviteHash)
    .forUpdate()
    .executeTakeFirst();

/** Locks a team. @returns whether it exists */
export async function lockTeam(tx: Transaction, teamId: string): Promise<boolean> {
  const row = await tx
    .withTables<Tables>()
    .selectFrom('team')
    .select('id')
    .where('id', '=', teamId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Opens a closed team again. */
export async function reopenTeam(tx: Transaction, teamId: string): Promise<void> {
  await tx.withTables<Tables>().updateTable('team').set({ closed_at: null }).where('id', '=', teamId).execute();
}

/** Closes teams. @returns those that were open (idempotent) */
export const noteClosed = (tx: Transaction, of: { connectionId: string } | { ownerId: string }) =>
  tx
    .withTables<Tables>()
    .updateTable('team')
    .set({ closed_at: sql`now()` })
    .where('closed_at', 'is', null)
    .where((team) =>
      'connectionId' in of ? team('connection_id', '=', of.connectionId) : team('owner_id', '=', of.ownerId),
    )
    .returning(['id', 'site_id as siteId', 'owner_id as ownerId'])
    .execute();

/** The owner of a site's team. */
export async function findOwnerId(db: Database, siteId: string, teamId: string): Promise<string | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('team')
    .select('owner_id')
    .where('id', '=', teamId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row?.owner_id;
}

/** Replaces a team's invitation. */
export async function replaceInvite(tx: Transaction, teamId: string, invite: StoredInvite): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('team')
    .set({ invite_hash: invite.inviteHash, invite_sealed: invite.inviteSealed })
    .where('id', '=', teamId)
    .execute();
}

/** The teams a member owns, the oldest first, with the status of their plan. */
export const listOwnedTeams = (db: Database, ownerId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('team')
    .innerJoin('plan_connection', 'plan_connection.id', 'team.connection_id')
    .select([
      'team.id as teamId',
      'plan_connection.status',
      'plan_connection.plan_id as planId',
      'plan_connection.type',
    ])
    .where('team.owner_id', '=', ownerId)
    .orderBy('team.created_at')
    .orderBy('team.id')
    .execute();

/** A team with its owner and plan, without its members; undefined where it is not this owner's. */
export const findOwnedTeam = (
  db: Database,
  { siteId, teamId, ownerId }: { siteId: string; teamId: string; ownerId: string },
) =>
  db
    .withTables<Tables>()
    .selectFrom('team')
    .innerJoin('plan_connection', 'plan_connection.id', 'team.connection_id')
    .innerJoin('member', 'member.id', 'team.owner_id')
    .select([
      'team.invite_sealed as inviteSealed',
      'plan_connection.plan_id as planId',
      'plan_connection.price_id as priceId',
      'plan_connection.status',
      'member.email',
      'member.verified',
      'member.profile_image as profileImage',
    ])
    .where('team.id', '=', teamId)
    .where('team.site_id', '=', siteId)
    .where('team.owner_id', '=', ownerId)
    .executeTakeFirst();
