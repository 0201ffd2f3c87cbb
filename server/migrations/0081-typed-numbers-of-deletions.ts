import { sql, type Kysely } from 'kysely';

/** How many members an act on many has to be about: the number that a person has typed for a deletion. */
export const typedNumbersOfDeletions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table bulk_job add column expected integer`.execute(db);
  },
};
