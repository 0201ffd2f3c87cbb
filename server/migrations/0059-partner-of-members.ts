import { sql, type Kysely } from 'kysely';

/**
 * A member names the partner on whose page the account was made: null at sites without partners, for accounts from
 * before, and for those made by a key or an import.
 */
export const partnerOfMembers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table member add column partner text`.execute(db);
  },
};
