import { sql, type Kysely } from 'kysely';

/** Recipient and content of a mail are erased when its member is deleted, and after its retention. */
export const forgottenMail = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Set on a waiting mail when its member is deleted.
  `alter table mail_outbox add column erase_once_sent boolean not null default false`,
  `create index mail_outbox_recipient on mail_outbox (recipient) where recipient <> ''`,
];
