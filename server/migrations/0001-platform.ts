import { sql, type Kysely } from 'kysely';

/** Mail on its way out, the development mailbox, and the secrets a development installation makes for itself. */
export const platform = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table mail_outbox (
        id text primary key,
        kind text not null,
        dedupe_key text unique,
        sender_name text,
        recipient text not null,
        subject text not null,
        body_text text not null,
        body_html text not null,
        -- A mail with a code or link is erased once it is sent.
        sensitive boolean not null,
        created_at timestamptz not null default now(),
        send_before timestamptz,
        sent_at timestamptz,
        dropped_at timestamptz
      )`.execute(db);
    await sql`
      create table development_mail (
        id text primary key,
        recipient text not null,
        sender text not null,
        subject text not null,
        body_text text not null,
        body_html text not null,
        sent_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index development_mail_recipient on development_mail (recipient, sent_at desc)`.execute(db);
    await sql`create table development_secret (name text primary key, value text not null)`.execute(db);
    await sql`
      create table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)
    `.execute(db);
    await sql`create index rate_limit_expire on rate_limit (expire)`.execute(db);
  },
};
