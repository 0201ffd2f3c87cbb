import type { Member } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { isActive } from '../plans/active.ts';
import { findSeat } from './team-seats.store.ts';
import { listOwnedTeams } from './teams.store.ts';

/**
 * The plan that comes with a seat, in the form of a connection of the member's own. It is read from the owner's
 * connection each time, so that it ends with that, and with the seat, in the same transaction.
 */
export async function listTeamConnections(db: Database, memberId: string): Promise<Member['planConnections']> {
  const seat = await findSeat(db, memberId);
  if (!seat || !isActive(seat.status)) return [];
  const { connectionId, status, planId, type } = seat;
  return [{ id: connectionId, active: true, status, planId, type, payment: null }];
}

/** The teams a member owns, the active ones first, and the active one they have joined. */
export async function listTeamsOf(db: Database, memberId: string): Promise<Member['teams']> {
  const owned = await listOwnedTeams(db, memberId);
  const seat = await findSeat(db, memberId);
  return {
    ownedTeams: owned
      .toSorted((one, other) => Number(isActive(other.status)) - Number(isActive(one.status)))
      .map(({ teamId }) => ({ teamId })),
    joinedTeams: seat && isActive(seat.status) ? [{ teamId: seat.teamId, planName: seat.planName }] : [],
  };
}
