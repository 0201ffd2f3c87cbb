import { sql, type Kysely } from 'kysely';

/** What a bank took of a payment by lost disputes, a part or all that was left; null in rows from before. */
export const takenInDisputes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table payment add column dispute_taken_cents integer`.execute(db);
  },
};
