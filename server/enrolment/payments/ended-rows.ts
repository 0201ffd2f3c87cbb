import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Orders without money that ended long ago, with the claims on seats they had. */
export const unpaidOrders: readonly EndedRows[] = [
  {
    table: 'enrolment_order',
    since: 'updated_at',
    keptFor: 'unpaid-orders',
    only: `state in ('expired', 'cancelled', 'failed')
      and not exists (select from payment where order_id = enrolment_order.id)`,
    along: { table: 'seat_claim', column: 'order_id' },
    job: deletingJob('forget-unpaid-orders', '55 3 * * *'),
  },
];
