import type { PlanConnection } from '../../../contract/members.ts';
import { isActive } from './active.ts';

/** A connection with the columns that the wire shows. */
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

/** The columns of `plan_connection` that it is read from; the feature that writes them adds its own. */
export interface ShownColumns {
  id: string;
  member_id: string;
  plan_id: string;
  type: PlanConnection['type'];
  status: PlanConnection['status'];
  price_id: string | null;
  amount_cents: number | null;
  currency: string | null;
  payment_status: string | null;
  last_billed_at: Date | null;
  next_billing_at: Date | null;
  cancel_at: Date | null;
}

/** A connection on the wire: amounts in units of the currency, times in milliseconds since the epoch. */
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
