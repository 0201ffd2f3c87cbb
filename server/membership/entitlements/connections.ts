import type { PlanConnection } from '../../../contract/members.ts';
import { isActive } from './active.ts';

/** What the wire shows of a connection. */
export interface ShownConnection {
  id: string;
  planId: string;
  type: PlanConnection['type'];
  status: PlanConnection['status'];
  priceId: string | null;
  amountCents: number | null;
  currency: string | null;
  paymentStatus: string | null;
  lastBilledAt: Date | null;
  nextBillingAt: Date | null;
  cancelAt: Date | null;
}

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
