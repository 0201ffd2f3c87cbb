import { sql, type Kysely } from 'kysely';

/** Sites with their plans, members with their sessions, and what is mailed to prove an address. */
export const membership = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table site (
        id text primary key,
        public_key text not null unique,
        name text not null,
        mode text not null check (mode in ('live', 'sandbox')),
        -- The site's settings; schema in membership/sites/site-settings.ts.
        settings jsonb not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table plan (
        id text primary key,
        site_id text not null references site (id) on delete cascade,
        name text not null,
        description text,
        priority integer,
        status text not null check (status in ('ACTIVE', 'INACTIVE')),
        redirects jsonb not null default '{}'
      )`.execute(db);
    await sql`
      create table price (
        id text primary key,
        plan_id text not null references plan (id) on delete cascade,
        name text not null,
        type text not null check (type in ('SUBSCRIPTION', 'ONETIME')),
        status text not null check (status in ('ACTIVE', 'INACTIVE')),
        amount_cents integer not null check (amount_cents >= 0),
        currency text not null,
        interval_type text,
        interval_count integer
      )`.execute(db);
    await sql`
      create table member (
        id text primary key,
        site_id text not null references site (id) on delete cascade,
        -- Canonicalized, so that one mailbox is one account.
        email text not null,
        pending_email text,
        verified boolean not null default false,
        password_hash text,
        custom_fields jsonb not null default '{}',
        meta_data jsonb not null default '{}',
        profile_image text,
        login_redirect text,
        card_customer_id text,
        created_at timestamptz not null default now(),
        constraint member_email unique (site_id, email)
      )`.execute(db);
    await sql`
      create table plan_connection (
        id text primary key,
        member_id text not null references member (id) on delete cascade,
        plan_id text not null references plan (id),
        type text not null check (type in ('FREE', 'SUBSCRIPTION', 'ONETIME')),
        status text not null
          check (status in ('ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED')),
        price_id text references price (id),
        amount_cents integer,
        currency text,
        payment_status text,
        last_billed_at timestamptz,
        next_billing_at timestamptz,
        cancel_at timestamptz,
        created_at timestamptz not null default now(),
        unique (member_id, plan_id)
      )`.execute(db);
    await sql`
      create table session (
        token_hash bytea primary key,
        member_id text not null references member (id) on delete cascade,
        site_id text not null references site (id) on delete cascade,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        -- When the member last proved who they are: by password or mailed code.
        proved_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index session_member on session (member_id)`.execute(db);
    await sql`create index session_expires on session (expires_at)`.execute(db);
    await sql`
      create table mailed_code (
        -- Identifies this code; a code that replaces it has another id.
        id text not null unique,
        site_id text not null references site (id) on delete cascade,
        email text not null,
        purpose text not null check (purpose in ('reset', 'login', 'signup')),
        -- Null after too many wrong guesses: only the link is valid then.
        code_hash bytea,
        link_hash bytea unique,
        context_hash bytea not null,
        -- The client address of the request.
        requester text not null,
        tries integer not null default 0,
        expires_at timestamptz not null,
        -- One waiting code for each purpose: a new one replaces the old.
        primary key (site_id, email, purpose)
      )`.execute(db);
    await sql`create index mailed_code_context on mailed_code (context_hash)`.execute(db);
    await sql`create index mailed_code_requester on mailed_code (requester)`.execute(db);
    await sql`
      create table verification_link (
        token_hash bytea primary key,
        member_id text not null references member (id) on delete cascade,
        -- The address it proves; invalid once the member has another.
        email text not null,
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index verification_link_member on verification_link (member_id)`.execute(db);
  },
};
