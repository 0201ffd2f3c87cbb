import type { Database } from '../../../platform/database/database.ts';
import { getCohort } from '../../catalogue/cohorts.ts';
import type { EnrolmentServices } from '../../services.ts';
import { whyNoSeat } from '../orders/orders.ts';
import { listOrders, type OrderRecord } from '../orders/orders.store.ts';
import { listPayments } from '../payments.store.ts';
import { listShownPayments, listShownRefunds, type ShownPayment, type ShownRefund } from './matters.store.ts';
import type { OrderFacts } from './ways-out.ts';

/** A part of a payment that is still to go back, after a refund that failed. */
export interface Owed {
  /** Ours. */
  paymentId: string;
  providerPaymentId: string;
  amountCents: number;
}

/** An order with its money, as a decision needs it. */
export interface OrderMoney {
  order: OrderRecord;
  payments: ShownPayment[];
  refunds: ShownRefund[];
  owed: Owed[];
  facts: OrderFacts;
}

/** Reads what the ways out depend on. Inside a transaction that has locked the order, it stays as it is. */
export async function readOrderMoney(
  { membership, clock }: Pick<EnrolmentServices, 'membership' | 'clock'>,
  db: Database,
  order: OrderRecord,
): Promise<OrderMoney> {
  const payments = await listShownPayments(db, order.id);
  const refunds = await listShownRefunds(db, order.id);
  const isTakenBack = new Set(payments.filter((payment) => payment.isTakenBack).map(({ id }) => id));
  const kept = (await listPayments(db, order.id)).filter((payment) => !isTakenBack.has(payment.providerPaymentId));
  const owed = kept.flatMap(({ id, providerPaymentId, refundableCents, failedCents }) => {
    // An ended order owes all of its money; one that goes on, what its refunds could not pay back.
    const amountCents = order.state === 'refunded' ? refundableCents : failedCents;
    return amountCents > 0 ? [{ paymentId: id, providerPaymentId, amountCents }] : [];
  });
  const now = clock.now();
  const others = (await listOrders(db, order.memberId)).filter((other) => other.id !== order.id);
  const facts: OrderFacts = {
    state: order.state,
    amountCents: order.amountCents,
    balanceCents: order.balanceCents,
    paidCents: order.paidCents,
    keptCents: sumOf(kept.map(({ refundableCents }) => refundableCents)),
    owedCents: sumOf(owed.map(({ amountCents }) => amountCents)),
    isMemberThere: (await membership.findMember(db, order.memberId)) !== undefined,
    takesPlace: whyNoSeat(order, await getCohort(db, order.cohortId, now), now) === undefined,
    isAcceptable: payments.every(({ currency, isTakenBack: isGone }) => currency === order.currency && !isGone),
    hasOther: others.some(({ state }) => state === 'paid' || state === 'unseated'),
  };
  return { order, payments, refunds, owed, facts };
}

/**
 * Whether a dispute about a payment of which something is owed is open: the bank may take that money too.
 *
 * @throws Refusal payment-provider-unavailable
 */
export async function isOwedDisputed(
  { cards }: Pick<EnrolmentServices, 'cards'>,
  owed: readonly Owed[],
): Promise<boolean> {
  for (const { providerPaymentId } of owed) if (await cards.isDisputed(providerPaymentId)) return true;
  return false;
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0);
