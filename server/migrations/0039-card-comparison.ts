import { sql, type Kysely } from 'kysely';

/** How far the events of the card provider have been compared with ours: a restored database goes on from there. */
export const cardComparison = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table card_comparison (
        only_row boolean primary key default true check (only_row),
        compared_until timestamptz not null
      )`.execute(db);
  },
};
