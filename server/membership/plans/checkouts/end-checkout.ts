import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { canMove } from './checkout-states.ts';
import { lockCheckout, moveCheckout, type CheckoutRecord } from './checkouts.store.ts';

/** Ends a checkout, which the caller has locked, where it may still end unpaid. One that has ended so stays as it is. */
export async function endUnpaid(
  tx: Transaction,
  checkout: Pick<CheckoutRecord, 'id' | 'state'>,
  as: 'expired' | 'failed',
): Promise<void> {
  if (canMove(checkout.state, as)) await moveCheckout(tx, checkout, as);
}

/** The same in a transaction of its own, for what was read without a lock: it may have been paid since. */
export const endUnpaidNow = (db: Database, checkoutId: string, as: 'expired' | 'failed'): Promise<void> =>
  transaction(db, async (tx) => endUnpaid(tx, await lockCheckout(tx, checkoutId), as));
