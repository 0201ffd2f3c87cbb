import { sql, type Kysely } from 'kysely';

/** An order says what was taken off the course's price, so that its receipt can. */
export const orderDiscount = {
  async up(db: Kysely<unknown>): Promise<void> {
    // No update of all rows under this lock: `selectOrders` reads the discount of orders that were placed without it.
    await sql`
      alter table enrolment_order
        add column discount_cents integer not null default 0 check (discount_cents >= 0)`.execute(db);
  },
};
