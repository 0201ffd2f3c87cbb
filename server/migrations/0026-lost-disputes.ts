import { sql, type Kysely } from 'kysely';

/**
 * Records lost disputes on the payment. Without that, an order ended by a lost dispute looks like one with a pending
 * refund.
 */
export const lostDisputes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table payment add column dispute_lost boolean not null default false`,
  // So far only a refund or a lost dispute led to this state, and a refund has a row.
  `update payment set dispute_lost = true
    from enrolment_order
    where enrolment_order.id = payment.order_id and enrolment_order.state = 'refunded'
      and not exists (select 1 from refund join payment other on other.id = refund.payment_id
        where other.order_id = payment.order_id)`,
];
