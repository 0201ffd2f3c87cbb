import { limits } from '../../../contract/limits.ts';
import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { keepSeat, passHold, releaseSeat, secureSeat } from '../catalogue/seats.ts';
import { bankDays, settleCheckout } from './confirm-payment.ts';
import { endUnprovedHoldJob } from './job-names.ts';
import { isOpen } from './order-states.ts';
import type { EnrolmentServices } from './orders.ts';
import { findOrder, graceMinutes, listOrders, lockOrder, updateOrder, type OrderRecord } from './orders.store.ts';

/** Ends a member's open checkouts, at the provider first. A payment that was faster is kept. */
export async function cancelCheckouts(services: EnrolmentServices, memberId: string): Promise<void> {
  for (const order of await listOrders(services.db, memberId))
    if (isOpen(order.state) && order.state !== 'processing') await endOrder(services, order, 'cancelled');
}

/**
 * Ends one order. The provider's checkout goes first: while it is open the seat must not be given away.
 *
 * @returns the order as it is then: paid or under way where the payment was faster
 * @throws Refusal payment-provider-unavailable
 */
export async function endOrder(
  services: EnrolmentServices,
  order: OrderRecord,
  as: 'cancelled' | 'expired',
): Promise<OrderRecord> {
  const { db, cards } = services;
  const checkout = order.sessionId ? await cards.expireCheckout(order.sessionId) : undefined;
  if (checkout) await settleCheckout(services, checkout);
  const { now, isMissed } = await transaction(db, async (tx) => {
    await services.membership.lockIfThere(tx, order.memberId);
    const found = await lockOrder(tx, order.id);
    if (found.state !== 'draft' && found.state !== 'awaiting-payment' && found.state !== 'expired')
      return { now: found, isMissed: false };
    // Its checkout came while we looked, and could be paid: that one goes first.
    if (found.sessionId !== order.sessionId) return { now: found, isMissed: true };
    await updateOrder(tx, order.id, { state: as });
    await releaseSeat(tx, order.id);
    return { now: { ...found, state: as }, isMissed: false };
  });
  return isMissed ? endOrder(services, now, as) : now;
}

/**
 * Takes back an order whose page its member has not been sent to, so that they have what they had before.
 *
 * @param instead the member's other orders that can be paid: one for the same cohort gets its seat back
 */
export async function giveUpOrder(
  services: EnrolmentServices,
  { order, instead }: { order: OrderRecord; instead: readonly OrderRecord[] },
): Promise<void> {
  const before = instead.find(({ cohortId }) => cohortId === order.cohortId);
  const sessionId = await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, order.memberId);
    const now = await lockOrder(tx, order.id);
    if (now.state !== 'draft' && now.state !== 'awaiting-payment') return null;
    await updateOrder(tx, order.id, { state: 'cancelled' });
    const { state } = before ? await lockOrder(tx, before.id) : now;
    if (before && isOpen(state)) await passHold(tx, { from: order.id, to: before.id });
    if (before && state === 'processing') await keepSeat(tx, before.id, bankDays);
    await releaseSeat(tx, order.id);
    return now.sessionId;
  });
  // Where the provider does not answer, the checkout expires by itself; its address was never handed out.
  const checkout = sessionId ? await services.cards.expireCheckout(sessionId).catch(() => undefined) : undefined;
  if (checkout) await settleCheckout(services, checkout);
}

/** Has the seat of a member whose address is not proved given back in a while. Joins the transaction that holds it. */
export const queueEndOfUnprovedHold = (services: EnrolmentServices, orderId: string): Promise<void> =>
  addJob(services.db, {
    name: endUnprovedHoldJob,
    payload: { orderId },
    afterSeconds: limits.unprovedHoldMinutes * 60,
    key: `${endUnprovedHoldJob}-${orderId}`,
  });

/** Ends a hold that gives way, unless its member has proved the address meanwhile. */
export async function endUnprovedHold(services: EnrolmentServices, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId);
  if (!order || !isOpen(order.state) || order.state === 'processing' || !order.givesWay) return;
  if (!(await secureIfProved(services, order))) await endOrder(services, order, 'expired');
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
