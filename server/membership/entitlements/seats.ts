import type { Member, PlanConnection } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { isActive } from './active.ts';
import { selectSeat } from './entitlements.store.ts';

/** A seat somebody has in a team, with the plan it brings. */
export interface Seat {
  teamId: string;
  /** The id of that plan, as the wire knows it. */
  connectionId: string;
  planId: string;
  planName: string;
  type: PlanConnection['type'];
  /** Of the owner's own connection. */
  status: PlanConnection['status'];
}

export interface OwnedTeam {
  teamId: string;
  status: PlanConnection['status'];
}

/** The seat a member has in a team, whether or not that is active. */
export const findSeat = (db: Database, memberId: string): Promise<Seat | undefined> => selectSeat(db, memberId);

/**
 * The plan that comes with a seat, in the form of a connection of the member's own. It is read from the owner's
 * connection each time, so that it ends with that, and with the seat, in the same transaction.
 */
export const listTeamConnections = async (db: Database, memberId: string): Promise<PlanConnection[]> =>
  connectionsOfSeat(await findSeat(db, memberId));

/** The same of a seat that is read already. */
export function connectionsOfSeat(seat: Seat | null | undefined): PlanConnection[] {
  if (!seat || !isActive(seat.status)) return [];
  const { connectionId, status, planId, type } = seat;
  return [{ id: connectionId, active: true, status, planId, type, payment: null }];
}

/** The teams a member owns, the active ones first, and the active one they have joined. */
export function toWireTeams(owned: readonly OwnedTeam[], seat: Seat | null): Member['teams'] {
  return {
    ownedTeams: owned
      .toSorted((one, other) => Number(isActive(other.status)) - Number(isActive(one.status)))
      .map(({ teamId }) => ({ teamId })),
    joinedTeams: seat && isActive(seat.status) ? [{ teamId: seat.teamId, planName: seat.planName }] : [],
  };
}
