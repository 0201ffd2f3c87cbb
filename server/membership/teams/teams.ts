import type { PlanConnection } from '../../../contract/members.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { holdMember } from '../members/members.ts';
import { isActive } from '../entitlements/active.ts';
import { findSeat } from '../entitlements/seats.ts';
import type { Services } from '../services.ts';
import { announce } from '../site-events/announce.ts';
import type { Site } from '../sites/site.ts';
import { createInvite } from './invite-tokens.ts';
import { seatsOf } from './team-size.ts';
import { deleteSeat, findTeamPlan, isBarred, takeSeat } from './team-seats.store.ts';
import { insertTeam, listOwnedTeams, lockInvitedTeam, lockTeamOf, noteClosed, reopenTeam } from './teams.store.ts';

/**
 * A team shares the plan of its owner. Whether it is active, and so whether its members have the plan, is read from
 * the owner's connection each time: a connection that ends or comes back needs no call for that.
 */
export interface TeamPlan {
  site: Site;
  /** The owner, locked by the caller. */
  memberId: string;
  /** The owner's connection to the plan. */
  connectionId: string;
  planId: string;
}

/**
 * Gives the plan its team. Safe to repeat, with every payment say; opens a closed team again. A seat in somebody
 * else's team is given up, since nobody is in two teams; whether there may be one is asked beforehand.
 *
 * @returns the team's id
 */
export async function openTeam(services: Services, tx: Transaction, plan: TeamPlan): Promise<string> {
  const { site, memberId, connectionId, planId } = plan;
  const known = await lockTeamOf(tx, connectionId);
  // Without a prefix: existing clients know the ids of teams so.
  const teamId = known?.id ?? newId('c');
  if (known) await reopenTeam(tx, teamId);
  else
    await insertTeam(tx, {
      id: teamId,
      siteId: site.id,
      ownerId: memberId,
      connectionId,
      ...createInvite(services.keys, teamId),
    });
  await leaveTeam(tx, { siteId: site.id, memberId });
  if (!known || known.closedAt !== null)
    await announce(tx, site.id, 'team.created', { teamId, planId, ownerId: memberId });
  return teamId;
}

/**
 * Tells the site that the team of a connection has ended, once; call it where a connection ends or is deleted. The
 * members stay listed, for the case that the connection comes back; with a deleted connection the team goes.
 */
export async function closeTeam(tx: Transaction, connectionId: string): Promise<void> {
  for (const team of await noteClosed(tx, { connectionId })) await announceEnd(tx, team);
}

/** The same for all teams of a member who is about to be deleted, and gives up their seat. */
export async function leaveAllTeams(tx: Transaction, of: { siteId: string; memberId: string }): Promise<void> {
  await leaveTeam(tx, of);
  for (const team of await noteClosed(tx, { ownerId: of.memberId })) await announceEnd(tx, team);
}

const announceEnd = (tx: Transaction, { id, siteId, ownerId }: { id: string; siteId: string; ownerId: string }) =>
  announce(tx, siteId, 'team.deleted', { teamId: id, ownerId });

/** Whether a member has joined a team that is active. */
export const hasJoinedTeam = async (db: Database, memberId: string): Promise<boolean> =>
  isIn(await findSeat(db, memberId));

/** The teams a member owns whose plan is active: one at most, but for the moment in which one takes another's place. */
export const listActiveTeams = async (db: Database, ownerId: string) =>
  (await listOwnedTeams(db, ownerId)).filter(isIn);

export interface Joining {
  site: Site;
  memberId: string;
  inviteToken: string;
}

/**
 * Takes a seat in the team an invitation leads to. Who is in that team already stays in it. Nothing is written before
 * a refusal, so the caller's transaction may go on after one.
 *
 * @returns the team's id
 * @throws Refusal invalid-invite for whatever reason it does not hold: unknown, replaced, of another site, the team
 *   closed, the member removed from it; can-only-have-one-active-team, team-full, member-not-found
 */
export async function joinTeam(tx: Transaction, { site, memberId, inviteToken }: Joining): Promise<string> {
  if (!(await holdMember(tx, memberId))) throw new Refusal('member-not-found');
  const team = await lockInvitedTeam(tx, site.id, hashToken(inviteToken));
  const plan = team && (await findTeamPlan(tx, team.connectionId));
  if (!plan || !isActive(plan.status) || (await isBarred(tx, team.id, memberId))) throw new Refusal('invalid-invite');
  const owned = await listActiveTeams(tx, memberId);
  const seat = await findSeat(tx, memberId);
  if ([...owned, seat].some((each) => each?.teamId === team.id)) return team.id;
  if (owned.length > 0 || isIn(seat)) throw new Refusal('can-only-have-one-active-team');
  const place = { teamId: team.id, memberId, connectionId: newId('con_') };
  if (!(await takeSeat(tx, place, seatsOf(site, plan)))) throw new Refusal('team-full');
  // Kept so far for the case that its team is opened again.
  if (seat) await announce(tx, site.id, 'team.member.removed', { teamId: seat.teamId, memberId });
  await announce(tx, site.id, 'team.member.added', { teamId: team.id, memberId });
  return team.id;
}

/** Whether a place in a team counts: its plan is active. */
const isIn = (place: { status: PlanConnection['status'] } | undefined) => place !== undefined && isActive(place.status);

/**
 * Gives up a seat, which is free at once, and with it the plan. The caller has locked the member.
 *
 * @param teamId in this team alone
 * @returns whether there was one
 */
export async function leaveTeam(
  tx: Transaction,
  { siteId, memberId, teamId }: { siteId: string; memberId: string; teamId?: string },
): Promise<boolean> {
  const left = await deleteSeat(tx, memberId, teamId);
  if (left === undefined) return false;
  await announce(tx, siteId, 'team.member.removed', { teamId: left, memberId });
  return true;
}
