import { sql, type Kysely } from 'kysely';

/** Sign-ups that wait for address verification, former addresses, and the first log-in. */
export const signIn = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table pending_sign_up (
    id text primary key,
    site_id text not null references site (id) on delete cascade,
    email text not null,
    password_hash text not null,
    -- Fields, data, plans and invitation, as accepted.
    application jsonb not null,
    -- Null until the link is mailed.
    token_hash bytea unique,
    expires_at timestamptz not null
  )`,
  `create index pending_sign_up_email on pending_sign_up (site_id, email)`,
  `create index pending_sign_up_expires on pending_sign_up (expires_at)`,
  `create table former_address (
    -- Hash of the link by which the member takes the address back.
    token_hash bytea primary key,
    member_id text not null references member (id) on delete cascade,
    site_id text not null references site (id) on delete cascade,
    email text not null,
    created_at timestamptz not null default now(),
    -- Until then the address is reserved for the member.
    kept_until timestamptz not null
  )`,
  `create index former_address_email on former_address (site_id, email)`,
  `create index former_address_member on former_address (member_id)`,
  // First log-in to an unproved account. Unknown for existing accounts, which count as logged in now, so that none is
  // deleted as abandoned.
  `alter table member add column logged_in_at timestamptz default now()`,
  `alter table member alter column logged_in_at drop default`,
  `create index member_never_back on member (id) where not verified and logged_in_at is null`,
];
