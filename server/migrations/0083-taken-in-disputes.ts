import { sql, type Kysely } from 'kysely';

/**
 * What a bank took of a payment for a seat by lost disputes, a part or all that was left, and whether staff know that it took a
 * part of a payment for a plan. Null in rows from before.
 */
export const takenInDisputes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table payment add column dispute_taken_cents integer`.execute(db);
    await sql`alter table plan_payment add column lost_in_part boolean`.execute(db);
  },
};
