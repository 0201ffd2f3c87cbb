import type { PlanConnection } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { listTeamConnections } from '../teams/team-plans.ts';
import { isActive } from './active.ts';
import { listConnections, type ConnectionRecord } from './plans.store.ts';

/** The plans a member has, as the wire knows them: their own, and the one that comes with a seat in a team. */
export async function listPlanConnections(db: Database, memberId: string): Promise<PlanConnection[]> {
  const own = await listConnections(db, memberId);
  return [...own.map(toWireConnection), ...(await listTeamConnections(db, memberId))];
}

/** Whether a member has or had a plan, of their own or by a seat in a team. */
export const hasPlan = async (db: Database, memberId: string): Promise<boolean> =>
  (await listPlanConnections(db, memberId)).length > 0;

/** What the wire shows of a connection. */
export type ShownConnection = Pick<
  ConnectionRecord,
  | 'id'
  | 'planId'
  | 'type'
  | 'status'
  | 'priceId'
  | 'amountCents'
  | 'currency'
  | 'paymentStatus'
  | 'lastBilledAt'
  | 'nextBillingAt'
  | 'cancelAt'
>;

export function toWireConnection(connection: ShownConnection): PlanConnection {
  const milliseconds = (date: Date | null) => date?.getTime() ?? null;
  return {
    id: connection.id,
    active: isActive(connection.status),
    status: connection.status,
    planId: connection.planId,
    type: connection.type,
    payment:
      connection.amountCents === null
        ? null
        : {
            amount: connection.amountCents / 100,
            currency: connection.currency ?? '',
            status: connection.paymentStatus ?? '',
            lastBillingDate: milliseconds(connection.lastBilledAt),
            nextBillingDate: milliseconds(connection.nextBillingAt),
            cancelAtDate: milliseconds(connection.cancelAt),
            priceId: connection.priceId,
          },
  };
}
