import type { Member, PlanConnection } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { toWireConnection } from './connections.ts';
import { listOwnConnections } from './entitlements.store.ts';
import { listTeamConnections } from './seats.ts';

/** A member's connections on the wire: their own, and the one of an active team seat. */
export async function listPlanConnections(db: Database, memberId: string): Promise<PlanConnection[]> {
  const own = await listOwnConnections(db, memberId);
  return [...own.map(toWireConnection), ...(await listTeamConnections(db, memberId))];
}

/** Whether a member has or had a plan, of their own or by a seat in a team. */
export const hasPlan = async (db: Database, memberId: string): Promise<boolean> =>
  (await listPlanConnections(db, memberId)).length > 0;

/** Plans a member is entitled to, which decide about access: of active connections, and of an active team seat. */
export async function listEntitledPlanIds(db: Database, memberId: string): Promise<Set<string>> {
  return entitledPlanIds(await listPlanConnections(db, memberId));
}

/** The same from connections that are read already. */
export const entitledPlanIds = (connections: Member['planConnections']): Set<string> =>
  new Set(connections.filter((each) => each.active).map((each) => each.planId));
