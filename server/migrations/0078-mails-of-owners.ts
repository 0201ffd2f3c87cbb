import { sql, type Kysely } from 'kysely';

/** Codes that the owner of an address asks for are counted apart from those that anybody can ask for. */
export const mailsOfOwners = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Not valid: what is there meets the narrower rule before.
    await sql`
      alter table mailbox_mail drop constraint mailbox_mail_cause_check, add constraint mailbox_mail_cause_check
        check (cause in ('asked', 'owner', 'strangers', 'notice')) not valid`.execute(db);
  },
};
