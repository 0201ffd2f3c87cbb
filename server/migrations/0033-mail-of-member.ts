import { sql, type Kysely } from 'kysely';

/** A mail knows whose account it is about: deleting the member erases it, whatever mailbox it went to. */
export const mailOfMember = {
  async up(db: Kysely<unknown>): Promise<void> {
    // No foreign key: queueing a mail would lock the member after the mailbox. Mails of the release before have none.
    await sql`alter table mail_outbox add column member_id text`.execute(db);
  },
};
