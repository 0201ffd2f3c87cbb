import { transaction } from '../../platform/database/database.ts';
import { isOpen } from './order-states.ts';
import type { EnrolmentServices } from '../services.ts';
import { findOrder, findOrderBySession, lockOrder, type OrderRecord } from './orders.store.ts';
import { settleCheckout } from './settle-checkout.ts';
import { endUnpaid } from './take-money.ts';

/**
 * Asks the provider what became of a checkout and acts on it. The card event, the success page and reconciliation
 * all come here, in any order and as often as they like.
 *
 * @returns the order as it is then; undefined when the checkout is not one of ours
 * @throws Refusal payment-provider-unavailable
 */
export async function confirmPayment(services: EnrolmentServices, sessionId: string): Promise<OrderRecord | undefined> {
  const checkout = await services.cards.findCheckout(sessionId);
  return checkout ? settleCheckout(services, checkout) : endForgotten(services, sessionId);
}

/** A checkout the provider does not know any more cannot be paid once its time is over. */
export async function endForgotten(services: EnrolmentServices, sessionId: string): Promise<OrderRecord | undefined> {
  const found = await findOrderBySession(services.db, sessionId);
  if (!found || !found.isOver || !isOpen(found.state)) return found;
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    await endUnpaid(tx, await lockOrder(tx, found.id), 'expired');
  });
  return findOrder(services.db, found.id);
}
