import { receiptsPerMember } from '../../../../contract/console/order-care.ts';
import type { OrderState } from '../../../../contract/payments.ts';
import { transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { EnrolmentServices } from '../../services.ts';
import { queueMoneyMail } from '../mails/payment-mails.ts';
import type { OrderRecord } from '../orders/orders.store.ts';
import { recordOrderAct, requireOrder, type DeskAct } from './require-order.ts';

const receiptStates: readonly OrderState[] = ['paid', 'unseated'];

/** Whether an order has a receipt: what was paid is what was ordered, and is kept. */
export const hasReceipt = ({ state }: Pick<OrderRecord, 'state'>): boolean => receiptStates.includes(state);

/**
 * Mails a receipt again, to the address of the account: the one that paid, or one that was proved since.
 *
 * @returns that address @throws Refusal order-not-found, receipt-not-possible, too-many-requests
 */
export async function sendReceipt(
  services: EnrolmentServices,
  { staff, scope, orderId }: DeskAct,
): Promise<{ to: string }> {
  const order = await requireOrder(services.db, scope, orderId);
  if (!hasReceipt(order)) throw new Refusal('receipt-not-possible');
  await services.limits.take(receiptsPerMember, order.memberId);
  return transaction(services.db, async (tx) => {
    const member = await services.membership.lockIfThere(tx, order.memberId);
    if (!member) throw new Refusal('receipt-not-possible');
    await recordOrderAct(tx, staff, order, { action: 'receipt.sent' });
    await queueMoneyMail(services, tx, { order, news: 'receipt', occasion: newId('') });
    return { to: member.email };
  });
}
