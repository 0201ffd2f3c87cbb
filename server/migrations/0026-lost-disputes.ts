import { sql, type Kysely } from 'kysely';

/**
 * A payment says itself that the bank took it back. Without that, an order that ended by a lost dispute looks like one
 * whose refund is still on its way.
 */
export const lostDisputes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table payment add column dispute_lost boolean not null default false`,
  // Until now only a refund or a lost dispute led to this state, and a refund leaves a row.
  `update payment set dispute_lost = true
    from enrolment_order
    where enrolment_order.id = payment.order_id and enrolment_order.state = 'refunded'
      and not exists (select 1 from refund join payment other on other.id = refund.payment_id
        where other.order_id = payment.order_id)`,
];
