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
import { seatsOf, type TeamBasis } from './team-size.ts';
import { deleteSeat, findTeamPlan, isBarred, liftBar, lockSeatHolders, takeSeat } from './team-seats.store.ts';
import { insertTeam, listOwnedTeams, lockInvitedTeam, lockTeamOf, noteClosed, reopenTeam } from './teams.store.ts';

/**
 * A team shares the plan of its owner. Whether it is active is derived from the owner's connection at each read, so that
 * no call has to update it.
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
 * Opens the team of a plan, a closed one too. Idempotent. A seat in another team ends, since a member is in one team at
 * most; the caller has checked whether that is allowed.
 *
 * @returns the team's id
 */
export async function openTeam(services: Services, tx: Transaction, plan: TeamPlan): Promise<string> {
  const { site, memberId, connectionId, planId } = plan;
  const known = await lockTeamOf(tx, connectionId);
  // The protocol's form of team ids: `c`, no underscore.
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
 * Counts the seats of a plan that was taken anew, or at another price: those that an earlier purchase left in its team stay
 * as long as there are so many now, of the members who joined first (decision 0118).
 */
export async function fitSeats(
  tx: Transaction,
  { site, connectionId }: Pick<TeamPlan, 'site' | 'connectionId'>,
): Promise<void> {
  const team = await lockTeamOf(tx, connectionId);
  const plan = team && (await findTeamPlan(tx, connectionId));
  if (plan) await keepFirst(tx, { siteId: site.id, teamId: team.id }, placesIn(site, plan));
}

/** Members that a team has room for beside its owner. */
const placesIn = (site: Site, basis: TeamBasis) => (seatsOf(site, basis) ?? Infinity) - 1;

/** Ends the seats of the members of a team who joined last, but for so many. */
async function keepFirst(
  tx: Transaction,
  { siteId, teamId }: { siteId: string; teamId: string },
  count: number,
): Promise<void> {
  const holders = await lockSeatHolders(tx, teamId);
  for (const memberId of holders.slice(count)) await leaveTeam(tx, { siteId, memberId, teamId });
}

/**
 * Closes the team of a connection that ends or is deleted, with one site event. Seats stay, in case the connection is
 * renewed; a deleted connection deletes the team by cascade.
 */
export async function closeTeam(tx: Transaction, connectionId: string): Promise<void> {
  for (const team of await noteClosed(tx, { connectionId })) await announceEnd(tx, team);
}

/** Two connections of an owner: to the plan that ends, and to the one that replaces it. */
export interface TeamMove {
  site: Site;
  from: string;
  to: string;
}

/**
 * Moves the members of a team to the one of the plan by which its owner replaces its plan, those who joined first as long as
 * there are seats (decision 0106), also those who were removed from it once: the owner has let them in again since. The others
 * stay in the team that ends. Seats that an earlier purchase left in the new team end first: until this transaction
 * they gave no plan (decision 0118). No effect where either plan has no team.
 */
export async function moveSeats(tx: Transaction, { site, from, to }: TeamMove): Promise<void> {
  const [old, next] = [await lockTeamOf(tx, from), await lockTeamOf(tx, to)];
  const plan = next && (await findTeamPlan(tx, to));
  if (!old || !plan) return;
  const places = placesIn(site, plan);
  const moving = (await lockSeatHolders(tx, old.id)).slice(0, places);
  if (moving.length === 0) return;
  await keepFirst(tx, { siteId: site.id, teamId: next.id }, places - moving.length);
  for (const memberId of moving) {
    await takeSeat(tx, { teamId: next.id, memberId, connectionId: newId('con_') }, seatsOf(site, plan));
    await liftBar(tx, next.id, memberId);
    await announce(tx, site.id, 'team.member.removed', { teamId: old.id, memberId });
    await announce(tx, site.id, 'team.member.added', { teamId: next.id, memberId });
  }
}

/** Closes all teams of a member who is about to be deleted, and ends their seat. */
export async function leaveAllTeams(tx: Transaction, of: { siteId: string; memberId: string }): Promise<void> {
  await leaveTeam(tx, of);
  for (const team of await noteClosed(tx, { ownerId: of.memberId })) await announceEnd(tx, team);
}

const announceEnd = (tx: Transaction, { id, siteId, ownerId }: { id: string; siteId: string; ownerId: string }) =>
  announce(tx, siteId, 'team.deleted', { teamId: id, ownerId });

/** Whether a member has joined a team that is active. */
export const hasJoinedTeam = async (db: Database, memberId: string): Promise<boolean> =>
  isIn(await findSeat(db, memberId));

/** The active teams a member owns: one at most, except while one replaces another within a transaction. */
export const listActiveTeams = async (db: Database, ownerId: string) =>
  (await listOwnedTeams(db, ownerId)).filter(isIn);

/** A member joining by an invitation. */
export interface Joining {
  site: Site;
  memberId: string;
  inviteToken: string;
}

/**
 * Takes a seat in the team of an invitation. Idempotent for a member of the team. A refusal comes before the first write,
 * so the caller's transaction may go on after one.
 *
 * @returns the team's id
 * @throws Refusal invalid-invite for any reason: unknown, replaced, of another site, the team
 *   closed, the member barred; can-only-have-one-active-team, team-full, member-not-found
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
  // A seat in a closed team was kept, in case the team opens again; this one replaces it.
  if (seat) await announce(tx, site.id, 'team.member.removed', { teamId: seat.teamId, memberId });
  await announce(tx, site.id, 'team.member.added', { teamId: team.id, memberId });
  return team.id;
}

/** Whether a seat or an owned team is active. */
const isIn = (place: { status: PlanConnection['status'] } | undefined) => place !== undefined && isActive(place.status);

/**
 * Ends a seat, and with it the plan. The caller has locked the member or the seat.
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
