import type { Member } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { listPlanConnections } from './connections.ts';

/** What a member may see goes by these: the plans of active connections, and of the team they have joined. */
export async function listEntitledPlanIds(db: Database, memberId: string): Promise<Set<string>> {
  return entitledPlanIds(await listPlanConnections(db, memberId));
}

/** The same of a member at hand, whose connections are read already. */
export const entitledPlanIds = (connections: Member['planConnections']): Set<string> =>
  new Set(connections.filter((each) => each.active).map((each) => each.planId));
