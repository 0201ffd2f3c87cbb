import { sql, type Kysely } from 'kysely';

/** What sites hand out to members only, what members keep for themselves, and the files that are stored. */
export const content = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table content_item (
        site_id text not null references site (id) on delete cascade,
        key text not null,
        type text not null check (type in ('HTML', 'CSS', 'LINK', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE')),
        -- Text as UTF-8, or the file itself.
        bytes bytea not null,
        media_type text,
        file_name text,
        allow_all_members boolean not null,
        plan_ids text[] not null,
        primary key (site_id, key)
      )`.execute(db);
    await sql`
      create table member_json (
        member_id text primary key references member (id) on delete cascade,
        -- Kept as it was sent, the order of its keys too.
        value json not null
      )`.execute(db);
    await sql`
      create table stored_file (
        -- In the file store; written here before the file itself, so that no file is ever without a row.
        name text primary key,
        -- Whose picture it is; none while it is being stored, and once it was replaced.
        member_id text unique references member (id) on delete set null,
        was_used boolean not null default false,
        created_at timestamptz not null default now()
      )`.execute(db);
  },
};
