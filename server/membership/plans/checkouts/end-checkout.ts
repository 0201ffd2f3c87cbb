import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { canMove } from './checkout-states.ts';
import { lockCheckout, moveCheckout, type CheckoutRecord } from './checkouts.store.ts';

/** Ends a checkout unpaid, where its state allows it. The caller has locked it. Idempotent. */
export async function endUnpaid(
  tx: Transaction,
  checkout: Pick<CheckoutRecord, 'id' | 'state'>,
  as: 'expired' | 'failed',
): Promise<void> {
  if (canMove(checkout.state, as)) await moveCheckout(tx, checkout, as);
}

/** The same in its own transaction, for a checkout read without a lock, which may be paid by now (TOCTOU). */
export const endUnpaidNow = (db: Database, checkoutId: string, as: 'expired' | 'failed'): Promise<void> =>
  transaction(db, async (tx) => endUnpaid(tx, await lockCheckout(tx, checkoutId), as));
