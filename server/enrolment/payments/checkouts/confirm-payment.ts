import { transaction } from '../../../platform/database/database.ts';
import { isOpen } from '../orders/order-states.ts';
import type { EnrolmentServices } from '../../services.ts';
import { findOrder, findOrderBySession, lockOrder, type OrderRecord } from '../orders/orders.store.ts';
import { settleCheckout } from './settle-checkout.ts';
import { endUnpaid } from './take-money.ts';

/**
 * Looks up a checkout at the provider and settles it. Idempotent and independent of order, because card event, success
 * page and reconciliation all call it.
 *
 * @returns the order as it is then; undefined when the checkout is not one of ours
 * @throws Refusal payment-provider-unavailable
 */
export async function confirmPayment(services: EnrolmentServices, sessionId: string): Promise<OrderRecord | undefined> {
  const checkout = await services.cards.findCheckout(sessionId);
  return checkout ? settleCheckout(services, checkout) : endForgotten(services, sessionId);
}

/** Ends the order of a checkout that the provider no longer knows, once it has expired and so cannot be paid. */
export async function endForgotten(services: EnrolmentServices, sessionId: string): Promise<OrderRecord | undefined> {
  const found = await findOrderBySession(services.db, sessionId);
  if (!found || !found.isOver || !isOpen(found.state)) return found;
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    await endUnpaid(tx, await lockOrder(tx, found.id), 'expired');
  });
  return findOrder(services.db, found.id);
}
