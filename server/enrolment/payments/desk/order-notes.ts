import type { NoteBook } from '../../../platform/notes/notes.ts';
import type { SignedInStaff } from '../../../platform/http/serve.ts';
import { lockOrder, type OrderRecord } from '../orders/orders.store.ts';
import { recordOrderAct } from './require-order.ts';

/** The notes that staff keep about an order. They go with the order's member. */
export const notesOfOrder = (order: Pick<OrderRecord, 'id' | 'partner'>, staff: SignedInStaff): NoteBook => ({
  place: { table: 'order_note', about: { order_id: order.id } },
  async lock(tx) {
    await lockOrder(tx, order.id);
  },
  record: (tx, _by, action) => recordOrderAct(tx, staff, order, { action }),
});
