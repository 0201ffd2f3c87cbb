import { formatInCurrency } from '../../../../shared/format.ts';
import type { ProviderCheckout } from '../../../platform/cards/card-checkouts.ts';
import { findForCheckout } from '../../../platform/cards/find-for-checkout.ts';
import { transaction, type Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noteForReviewOnce } from '../../../platform/reviews.ts';
import { listGivingWay, seatTurn, secureSeat } from '../../catalogue/seats.ts';
import { isPayable } from '../orders/order-states.ts';
import type { EnrolmentServices } from '../../services.ts';
import {
  findOrder,
  findOrderBySession,
  graceMinutes,
  lockOrder,
  updateOrder,
  type OrderRecord,
} from '../orders/orders.store.ts';
import { hasPayment } from '../payments.store.ts';
import { endUnpaid, judge, settle, type UnpaidEnding, type WhenFull } from './take-money.ts';

// One file, because the three are mutually recursive: a payment may pre-empt holds of a full cohort, pre-empting ends
// an order, and ending an order settles its checkout.

/**
 * Settles a checkout as the provider has just described it; only that answer makes a payment (decision 0002). Atomic
 * and idempotent. A deleted member's money is recorded and refunded. In a full cohort a payment pre-empts a hold of an
 * unproved address.
 *
 * @param endAs how the order ends where its checkout has ended unpaid
 * @throws Refusal payment-provider-unavailable while the pre-empted checkout cannot be expired; nothing is written then
 */
export async function settleCheckout(
  services: EnrolmentServices,
  checkout: ProviderCheckout,
  endAs: UnpaidEnding = 'expired',
): Promise<OrderRecord | undefined> {
  const found = await findOrderOf(services.db, checkout);
  if (!found) return noteStranger(services, checkout);
  if (checkout.live !== services.cards.live) return found;
  // Fast path without a lock: each reconciliation repeats all payments of the last hours.
  if (await isWrittenDown(services.db, found, checkout)) return findOrder(services.db, found.id);
  // A live hold becomes a seat without the cohort's lock, but for its last seconds, so only a payment that comes later queues
  // for it.
  const turn = found.holdExpiresAt === null ? seatTurn(found.cohortId) : {};
  const settleOnce = (whenFull: WhenFull) =>
    transaction(
      services.db,
      async (tx) => {
        await services.membership.lockIfThere(tx, found.memberId);
        const order = await lockOrder(tx, found.id);
        if (!order.sessionId) await updateOrder(tx, order.id, { sessionId: checkout.id });
        await settle(services, tx, { ...order, sessionId: checkout.id }, { checkout, whenFull, endAs });
      },
      turn,
    );
  await seatOrLeave(services, found.cohortId, settleOnce);
  return findOrder(services.db, found.id);
}

/**
 * Gives a seat for money that is here, with pre-emption; in a full cohort the order is left unseated.
 *
 * @param settleOnce does it in a transaction of its own; may be called several times
 */
export async function seatOrLeave(
  services: EnrolmentServices,
  cohortId: string,
  settleOnce: (whenFull: WhenFull) => Promise<void>,
): Promise<void> {
  try {
    await takeFirmly(services, cohortId, () => settleOnce('refuse'));
  } catch (error) {
    if (!isFull(error)) throw error;
    await settleOnce('leave-unseated');
  }
}

/** Whether a payment is recorded, and so settled: both happen in one transaction. */
async function isWrittenDown(db: Database, order: OrderRecord, checkout: ProviderCheckout): Promise<boolean> {
  const verdict = judge(order, checkout);
  if ((verdict !== 'paid' && verdict !== 'differs') || order.sessionId !== checkout.id) return false;
  return checkout.payment !== null && hasPayment(db, checkout.payment.id);
}

const findOrderOf = (db: Database, checkout: ProviderCheckout): Promise<OrderRecord | undefined> =>
  findForCheckout(checkout, {
    bySession: (sessionId) => findOrderBySession(db, sessionId),
    byReference: (id) => findOrder(db, id),
  });

/**
 * A payment or subscription of an unknown checkout is never acted upon, only reported to staff: once, because the
 * comparison with the provider hears of it again for hours.
 */
async function noteStranger({ db, log }: EnrolmentServices, checkout: ProviderCheckout): Promise<undefined> {
  const { status, paymentStatus, subscriptionId } = checkout;
  if (status !== 'complete' || (paymentStatus !== 'paid' && subscriptionId === null)) return undefined;
  const isNews = await noteForReviewOnce(db, {
    kind: 'unknown-payment',
    subject: checkout.id,
    note: describeStranger(checkout),
  });
  if (isNews) log.error({ session: checkout.id }, 'a checkout that is not ours was completed');
  return undefined;
}

/** What staff need to find the payment at the provider, and the buyer there. */
function describeStranger(checkout: ProviderCheckout): string {
  const { amountCents, currency, payment, paymentStatus, subscriptionId, reference, createdAt } = checkout;
  const names = [payment?.id, subscriptionId, reference && `reference ${reference}`].filter(Boolean).join(', ');
  const amount = formatInCurrency(currency, amountCents);
  const facts = `${amount}, ${names || 'without a payment'}, of ${createdAt.toISOString().slice(0, 16)}Z`;
  // A trial or a coupon for the whole price begins a subscription without a payment.
  return paymentStatus === 'paid'
    ? `Paid, but no order of ours has this checkout: ${facts}. Find the buyer at the card provider; enrol them, or pay the money back there.`
    : `A subscription began without a payment, and no order of ours has its checkout: ${facts}. Find the buyer at the card provider; give them the plan, or end the subscription there.`;
}

/**
 * Ends one order. The provider's checkout is expired first: while it can be paid, the seat must not be released.
 *
 * @returns the order after that: paid or processing if the payment won the race, expired if its time was over
 * @throws Refusal payment-provider-unavailable
 */
export async function endOrder(
  services: EnrolmentServices,
  order: OrderRecord,
  as: UnpaidEnding,
): Promise<OrderRecord> {
  const { db, cards } = services;
  const checkout = order.sessionId ? await cards.expireCheckout(order.sessionId) : undefined;
  if (checkout) await settleCheckout(services, checkout, as);
  const { now, isMissed } = await transaction(db, async (tx) => {
    await services.membership.lockIfThere(tx, order.memberId);
    const found = await lockOrder(tx, order.id);
    // A race: the checkout was created meanwhile and can be paid, so it has to be expired first.
    if (found.sessionId !== order.sessionId && (isPayable(found.state) || found.state === 'expired'))
      return { now: found, isMissed: true };
    return { now: { ...found, state: await endUnpaid(tx, found, as) }, isMissed: false };
  });
  return isMissed ? endOrder(services, now, as) : now;
}

/**
 * Takes a seat with pre-emption, for a member with a proved address or for a payment received. While the cohort is
 * full, holds of unproved addresses are ended for it, one at a time.
 *
 * @param take tries to take the seat; may be called several times
 * @throws Refusal cohort-full when every seat is paid or held for a proved address; whatever `take` throws
 */
export async function takeFirmly<T>(services: EnrolmentServices, cohortId: string, take: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await take();
    } catch (error) {
      // Terminates: each round ends one of finitely many holds or rethrows.
      if (!isFull(error) || !(await makeRoom(services, cohortId))) throw error;
    }
  }
}

const isFull = (error: unknown): boolean => error instanceof Refusal && error.code === 'cohort-full';

/** Ends one hold that gives way, its checkout at the provider first. @returns whether a seat became free */
async function makeRoom(services: EnrolmentServices, cohortId: string): Promise<boolean> {
  for (const { orderId } of await listGivingWay(services.db, cohortId)) {
    const order = await findOrder(services.db, orderId);
    if (!order || (await secureIfProved(services, order))) continue;
    const { state } = await endOrder(services, order, 'expired');
    // Otherwise a payment won the race and keeps the seat.
    if (state === 'expired' || state === 'cancelled' || state === 'failed') return true;
  }
  return false;
}

/** Makes a hold firm if its member has proved the address. @returns whether they have */
export async function secureIfProved(
  { db, membership }: EnrolmentServices,
  { id, memberId, sessionExpiresAt }: OrderRecord,
): Promise<boolean> {
  const member = await membership.findMember(db, memberId);
  if (!member?.verified) return false;
  await secureSeat(db, id, new Date(sessionExpiresAt.getTime() + graceMinutes * 60_000));
  return true;
}
