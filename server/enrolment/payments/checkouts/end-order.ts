import { limits } from '../../../../contract/limits.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { keepSeat, passHold, releaseSeat } from '../../catalogue/seats.ts';
import { endUnprovedHoldJob } from '../../job-kinds.ts';
import { isOpen, isPayable } from '../orders/order-states.ts';
import type { EnrolmentServices } from '../../services.ts';
import { findOrder, listOrders, lockOrder, moveOrder, type OrderRecord } from '../orders/orders.store.ts';
import { endOrder, secureIfProved, settleCheckout } from './settle-checkout.ts';
import { bankDays } from './take-money.ts';

/** Expires a member's open checkouts, at the provider first. A payment that wins the race is settled. */
export async function cancelCheckouts(services: EnrolmentServices, memberId: string): Promise<void> {
  for (const order of await listOrders(services.db, memberId))
    if (isPayable(order.state)) await endOrder(services, order, 'cancelled');
}

/**
 * Rolls back an order whose checkout address was never returned, which restores the member's earlier order.
 *
 * @param instead the member's other payable orders: one for the same cohort gets its hold back
 */
export async function giveUpOrder(
  services: EnrolmentServices,
  { order, instead }: { order: OrderRecord; instead: readonly OrderRecord[] },
): Promise<void> {
  const before = instead.find(({ cohortId }) => cohortId === order.cohortId);
  const sessionId = await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, order.memberId);
    const now = await lockOrder(tx, order.id);
    if (!isPayable(now.state)) return null;
    await moveOrder(tx, now, 'cancelled');
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

/** Queues the end of an unproved member's hold after `unprovedHoldMinutes`. */
export const queueEndOfUnprovedHold = (tx: Transaction, orderId: string): Promise<void> =>
  addJob(tx, endUnprovedHoldJob, { orderId }, { afterSeconds: limits.unprovedHoldMinutes * 60, key: orderId });

/** Ends a hold that gives way, unless its member has proved the address by now. */
export async function endUnprovedHold(services: EnrolmentServices, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId);
  if (!order || !isPayable(order.state) || !order.givesWay) return;
  if (!(await secureIfProved(services, order))) await endOrder(services, order, 'expired');
}
