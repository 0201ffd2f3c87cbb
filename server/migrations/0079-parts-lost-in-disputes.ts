import { sql, type Kysely } from 'kysely';

/** What a bank took of a payment by a lost dispute, where that was a part; null where it took all that was left. */
export const partsLostInDisputes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table payment add column dispute_part_cents integer`.execute(db);
  },
};
