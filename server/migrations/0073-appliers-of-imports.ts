import { sql, type Kysely } from 'kysely';

/** Who had an import applied, who is not always the person that uploaded its file: the audit trail names them. */
export const appliersOfImports = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table member_import add column applier_id text, add column applier text`.execute(db);
  },
};
