import { sql, type Kysely } from 'kysely';

/**
 * The people who run the product: not members, with a sign-in of their own. Sessions and invitations go with their
 * person, so that a removal ends them at once.
 */
export const staff = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table staff (
        id text primary key,
        email text not null,
        name text not null default '',
        role text not null,
        sites text[] not null default '{}',
        partners text[] not null default '{}',
        password_hash text,
        accepted_at timestamptz,
        last_used_at timestamptz,
        version integer not null default 1,
        demonstration boolean not null default false,
        created_at timestamptz not null default now(),
        constraint staff_email unique (email),
        check (accepted_at is null or password_hash is not null)
      )`.execute(db);
    await sql`
      create table staff_invitation (
        staff_id text primary key references staff (id) on delete cascade,
        token_hash bytea not null,
        expires_at timestamptz not null,
        constraint staff_invitation_token unique (token_hash)
      )`.execute(db);
    await sql`create index staff_invitation_expires_at on staff_invitation (expires_at)`.execute(db);
    await sql`
      create table staff_session (
        token_hash bytea primary key,
        id uuid not null default gen_random_uuid(),
        staff_id text not null references staff (id) on delete cascade,
        way text not null,
        device text not null default '',
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        proved_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index staff_session_staff_id on staff_session (staff_id, created_at)`.execute(db);
    await sql`create index staff_session_expires_at on staff_session (expires_at)`.execute(db);
  },
};
