import { sql, type Kysely } from 'kysely';

/** Purposes of codes requested by the proved owner of an address, which have rows of their own (decision 0098). */
export const codesOfOwners = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Not valid: what is there meets the narrower rule before.
    await sql`
      alter table mailed_code drop constraint mailed_code_purpose_check, add constraint mailed_code_purpose_check
        check (purpose in ('reset', 'login', 'signup', 'verify', 'prove',
          'owner-reset', 'owner-login', 'owner-signup', 'owner-prove')) not valid`.execute(db);
  },
};
