import type { StaffScope } from '../../../../contract/permissions.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { recordEntry } from '../../../platform/audit/audit.ts';
import type { SignedInStaff } from '../../../platform/http/serve.ts';
import { authorOf } from '../../../platform/notes/notes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import { findOrderOf, type OrderRecord } from '../orders/orders.store.ts';

/** Who acts on an order: a person on the staff, what they see, and why, where the act asks for it. */
export interface DeskAct {
  staff: SignedInStaff;
  scope: StaffScope;
  orderId: string;
}

/** The order that a call of the console names. @throws Refusal order-not-found for one out of scope or absent */
export async function requireOrder(
  db: Database,
  { partners }: Pick<StaffScope, 'partners'>,
  orderId: string,
): Promise<OrderRecord> {
  const order = await findOrderOf(db, orderId, partners);
  if (!order) throw new Refusal('order-not-found');
  return order;
}

/** Adds an act on an order to the audit trail, in its transaction. */
export const recordOrderAct = (
  tx: Transaction,
  staff: SignedInStaff,
  { id, partner }: Pick<OrderRecord, 'id' | 'partner'>,
  act: {
    action: 'order.refunded' | 'order.moved' | 'receipt.sent' | 'note.added' | 'note.changed' | 'note.deleted';
    note?: string;
    reason?: string;
  },
): Promise<void> => recordEntry(tx, { ...authorOf(staff), siteId: enrolmentSite, partner, subject: id, ...act });
