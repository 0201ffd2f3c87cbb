import { sql, type Kysely } from 'kysely';

/** Expiry of secret keys. */
export const secretKeyExpiry = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table secret_key add column expires_at timestamptz`.execute(db);
  },
};
