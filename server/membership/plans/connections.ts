import type { Member } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import { isActive } from './active.ts';
import { listConnectionRows, type ConnectionRow } from './plans.store.ts';

type WireConnection = Member['planConnections'][number];

/** The plans a member has, as the wire knows them. */
export async function listPlanConnections(db: Database, memberId: string): Promise<WireConnection[]> {
  return (await listConnectionRows(db, memberId)).map(toWireConnection);
}

function toWireConnection(row: ConnectionRow): WireConnection {
  const milliseconds = (date: Date | null) => date?.getTime() ?? null;
  return {
    id: row.id,
    active: isActive(row.status),
    status: row.status,
    planId: row.plan_id,
    type: row.type,
    payment:
      row.amount_cents === null
        ? null
        : {
            amount: row.amount_cents / 100,
            currency: row.currency ?? '',
            status: row.payment_status ?? '',
            lastBillingDate: milliseconds(row.last_billed_at),
            nextBillingDate: milliseconds(row.next_billing_at),
            cancelAtDate: milliseconds(row.cancel_at),
            priceId: row.price_id,
          },
  };
}
