import { sql, type Kysely } from 'kysely';

/** Until which day rare page counts have been merged: the next night goes on from there. */
export const pageCountFolding = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table page_count_folding (
        only_row boolean primary key default true check (only_row),
        folded_until date not null
      )`.execute(db);
  },
};
