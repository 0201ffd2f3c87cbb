import type { Member, PlanConnection } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { isActive } from './active.ts';
import { selectSeat } from './entitlements.store.ts';

/** A member's seat in a team, with its plan. */
export interface Seat {
  teamId: string;
  /** Id of the seat's connection on the wire. */
  connectionId: string;
  planId: string;
  planName: string;
  type: PlanConnection['type'];
  /** Status of the owner's connection. */
  status: PlanConnection['status'];
}

/** A team that a member owns, with the status of the connection it rests on. */
export interface OwnedTeam {
  teamId: string;
  status: PlanConnection['status'];
}

/** A member's seat in a team, whether or not its plan is active. */
export const findSeat = (db: Database, memberId: string): Promise<Seat | undefined> => selectSeat(db, memberId);

/**
 * The plan of a seat, as a connection of the member. Derived from the owner's connection at each read, so that it ends
 * in the transaction that ends that connection or the seat.
 */
export const listTeamConnections = async (db: Database, memberId: string): Promise<PlanConnection[]> =>
  connectionsOfSeat(await findSeat(db, memberId));

/** The same from a seat that is read already. */
export function connectionsOfSeat(seat: Seat | null | undefined): PlanConnection[] {
  if (!seat || !isActive(seat.status)) return [];
  const { connectionId, status, planId, type } = seat;
  return [{ id: connectionId, active: true, status, planId, type, payment: null }];
}

/** A member's teams on the wire: those they own, active ones first, and the active one they have joined. */
export function toWireTeams(owned: readonly OwnedTeam[], seat: Seat | null): Member['teams'] {
  return {
    ownedTeams: owned
      .toSorted((one, other) => Number(isActive(other.status)) - Number(isActive(one.status)))
      .map(({ teamId }) => ({ teamId })),
    joinedTeams: seat && isActive(seat.status) ? [{ teamId: seat.teamId, planName: seat.planName }] : [],
  };
}
