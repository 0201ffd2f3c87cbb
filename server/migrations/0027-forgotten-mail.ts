import { sql, type Kysely } from 'kysely';

/** What a mail says and to whom is erased when its member is deleted, and after a while anyway. */
export const forgottenMail = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Of a mail still on its way when its member was deleted.
  `alter table mail_outbox add column erase_once_sent boolean not null default false`,
  `create index mail_outbox_recipient on mail_outbox (recipient) where recipient <> ''`,
];
