import { sql, type Kysely } from 'kysely';

/** Mails with a secret wait sealed, and the mails of a mailbox are counted over all purposes. */
export const mail = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Instead of the two bodies, where they carry a code or a link.
  `alter table mail_outbox add column sealed_body bytea`,
  // One mail that has left or will leave. Hashes alone: the table knows neither the address nor whose account it is about.
  `create table mailbox_mail (
    mailbox text not null,
    cause text not null check (cause in ('asked', 'strangers', 'notice')),
    slot text not null,
    leaves_at timestamptz not null
  )`,
  `create index mailbox_mail_mailbox on mailbox_mail (mailbox, leaves_at)`,
  `create index mailbox_mail_leaves on mailbox_mail (leaves_at)`,
];
