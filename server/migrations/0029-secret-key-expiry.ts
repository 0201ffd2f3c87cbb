import { sql, type Kysely } from 'kysely';

/** A secret key may end by itself. */
export const secretKeyExpiry = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table secret_key add column expires_at timestamptz`.execute(db);
  },
};
