import { sql, type Kysely } from 'kysely';

/** Sealed bodies of sensitive mails, and a mail budget per mailbox over all purposes. */
export const mail = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Replaces both bodies of a mail with a code or link.
  `alter table mail_outbox add column sealed_body bytea`,
  // One mail sent or scheduled. Pseudonymous: hashes only, neither the address nor the account.
  `create table mailbox_mail (
    mailbox text not null,
    cause text not null check (cause in ('asked', 'strangers', 'notice')),
    slot text not null,
    leaves_at timestamptz not null
  )`,
  `create index mailbox_mail_mailbox on mailbox_mail (mailbox, leaves_at)`,
  `create index mailbox_mail_leaves on mailbox_mail (leaves_at)`,
];
