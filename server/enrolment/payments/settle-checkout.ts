import type { ProviderCheckout } from '../../platform/cards/card-checkouts.ts';
import { findForCheckout } from '../../platform/cards/find-for-checkout.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { noteForReview } from '../../platform/reviews.ts';
import { listGivingWay, secureSeat } from '../catalogue/seats.ts';
import { isPayable } from './order-states.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  findOrder,
  findOrderBySession,
  graceMinutes,
  lockOrder,
  updateOrder,
  type OrderRecord,
} from './orders.store.ts';
import { hasPayment } from './payments.store.ts';
import { endUnpaid, judge, settle, type UnpaidEnding, type WhenFull } from './take-money.ts';

// Settling a checkout, ending an order and making room stand in one file because each needs the others: money may have
// to make room in a full class, room is made by ending an order, and an order is ended by settling its checkout.

/**
 * Acts on a checkout as the provider has just described it: decision 0002, only its own answer makes a payment.
 * Everything happens in one transaction, once; also for a member who has been deleted, whose money is written down all
 * the same and goes back. In a full class money that is here goes before a seat that is merely held for an address that
 * is not proved.
 *
 * @param endAs how the order ends where its checkout has ended unpaid
 * @throws Refusal payment-provider-unavailable while such a seat's checkout cannot be ended; nothing is written then
 */
export async function settleCheckout(
  services: EnrolmentServices,
  checkout: ProviderCheckout,
  endAs: UnpaidEnding = 'expired',
): Promise<OrderRecord | undefined> {
  const found = await findOrderOf(services.db, checkout);
  if (!found) return noteStranger(services, checkout);
  if (checkout.live !== services.cards.live) return found;
  // Each comparison with the provider comes to all payments of the last hours again.
  if (await isWrittenDown(services.db, found, checkout)) return findOrder(services.db, found.id);
  const settleOnce = (whenFull: WhenFull) =>
    transaction(services.db, async (tx) => {
      await services.membership.lockIfThere(tx, found.memberId);
      const order = await lockOrder(tx, found.id);
      if (!order.sessionId) await updateOrder(tx, order.id, { sessionId: checkout.id });
      await settle(services, tx, { ...order, sessionId: checkout.id }, { checkout, whenFull, endAs });
    });
  try {
    await takeFirmly(services, found.cohortId, () => settleOnce('refuse'));
  } catch (error) {
    if (!isFull(error)) throw error;
    await settleOnce('leave-unseated');
  }
  return findOrder(services.db, found.id);
}

/** Whether a payment is known: all that follows from it happened in the transaction that wrote it down. */
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

/** Money for something we did not open is never acted upon; a person looks at it. */
async function noteStranger({ db, log }: EnrolmentServices, checkout: ProviderCheckout): Promise<undefined> {
  if (checkout.paymentStatus !== 'paid') return undefined;
  log.error({ session: checkout.id }, 'a payment came in for a checkout that is not ours');
  await noteForReview(db, {
    kind: 'unknown-payment',
    subject: checkout.id,
    note: 'Paid, but no order of ours has this checkout.',
  });
  return undefined;
}

/**
 * Ends one order. The provider's checkout goes first: while it is open the seat must not be given away.
 *
 * @returns the order as it is then: paid or under way where the payment was faster, expired where its time was over
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
    // Its checkout came while we looked, and could be paid: that one goes first.
    if (found.sessionId !== order.sessionId && (isPayable(found.state) || found.state === 'expired'))
      return { now: found, isMissed: true };
    return { now: { ...found, state: await endUnpaid(tx, found, as) }, isMissed: false };
  });
  return isMissed ? endOrder(services, now, as) : now;
}

/**
 * Takes a seat in a cohort for a member who has proved their address, or for money that is here. While the cohort is
 * full, seats held for addresses that are not proved are given up for it, one at a time.
 *
 * @param take tries to take the seat; may be called several times
 * @throws Refusal cohort-full when every seat is paid or held for a proved address, and what `take` throws
 */
export async function takeFirmly<T>(services: EnrolmentServices, cohortId: string, take: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await take();
    } catch (error) {
      // Ends: each round either makes room, of which there is only so much, or gives up.
      if (!isFull(error) || !(await makeRoom(services, cohortId))) throw error;
    }
  }
}

const isFull = (error: unknown): boolean => error instanceof Refusal && error.code === 'cohort-full';

/** Ends one hold that gives way, its checkout at the provider first, so that it can't be paid. @returns whether there was one */
async function makeRoom(services: EnrolmentServices, cohortId: string): Promise<boolean> {
  for (const { orderId } of await listGivingWay(services.db, cohortId)) {
    const order = await findOrder(services.db, orderId);
    if (!order || (await secureIfProved(services, order))) continue;
    const { state } = await endOrder(services, order, 'expired');
    // A payment that was faster has the seat.
    if (state === 'expired' || state === 'cancelled' || state === 'failed') return true;
  }
  return false;
}

/** Makes a hold firm whose member has proved the address. @returns whether they have */
export async function secureIfProved(
  { db, membership }: EnrolmentServices,
  { id, memberId, sessionExpiresAt }: OrderRecord,
): Promise<boolean> {
  const member = await membership.findMember(db, memberId);
  if (!member?.verified) return false;
  await secureSeat(db, id, new Date(sessionExpiresAt.getTime() + graceMinutes * 60_000));
  return true;
}
