import type { Member } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { findSeat, listOwnedTeams } from './teams.store.ts';

/**
 * The plan that comes with a seat, in the form of a connection of the member's own. It is read from the owner's
 * connection each time, so that it ends with that, and with the seat, in the same transaction.
 */
export async function listTeamConnections(db: Database, memberId: string): Promise<Member['planConnections']> {
  const seat = await findSeat(db, memberId);
  if (!seat?.active) return [];
  const { connectionId, status, planId, type } = seat;
  return [{ id: connectionId, active: true, status, planId, type, payment: null }];
}

/** The teams a member owns, the active ones first, and the active one they have joined. */
export async function listTeamsOf(db: Database, memberId: string): Promise<Member['teams']> {
  const owned = await listOwnedTeams(db, memberId);
  const seat = await findSeat(db, memberId);
  return {
    ownedTeams: owned.map(({ teamId }) => ({ teamId })),
    joinedTeams: seat?.active ? [{ teamId: seat.teamId, planName: seat.planName }] : [],
  };
}
