import { sql, type Kysely } from 'kysely';

/** Members' accounts at identity providers, and the popups in which people sign in there. */
export const providers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table member_identity (
        site_id text not null references site (id) on delete cascade,
        -- The identity at the provider: issuer and subject, never the address, which may be reassigned there.
        issuer text not null,
        subject text not null,
        member_id text not null references member (id) on delete cascade,
        -- The provider's name in the site's settings.
        provider text not null,
        connected_at timestamptz not null default now(),
        primary key (site_id, issuer, subject),
        constraint member_identity_provider unique (member_id, provider)
      )`.execute(db);
    await sql`
      create table provider_attempt (
        state_hash bytea primary key,
        -- Binds the attempt to the browser that began it (login CSRF).
        browser_hash bytea not null,
        site_id text not null references site (id) on delete cascade,
        provider text not null,
        -- Origin of the page that opened the popup, the only one that gets the result.
        origin text not null,
        code_verifier text not null,
        nonce text not null,
        request jsonb not null,
        -- Whose account the provider is connected with.
        session_hash bytea,
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index provider_attempt_expires on provider_attempt (expires_at)`.execute(db);
    await sql`
      create table connect_ticket (
        token_hash bytea primary key,
        session_hash bytea not null references session (token_hash) on delete cascade,
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index connect_ticket_session on connect_ticket (session_hash)`.execute(db);
    await sql`
      create table openid_stand_in (
        model text not null,
        id text not null,
        payload jsonb not null,
        uid text,
        grant_id text,
        -- Null for rows without expiry: the stand-in's people.
        expires_at timestamptz,
        primary key (model, id)
      )`.execute(db);
    await sql`create index openid_stand_in_uid on openid_stand_in (uid)`.execute(db);
    await sql`create index openid_stand_in_grant on openid_stand_in (grant_id)`.execute(db);
  },
};
