import { sql, type Kysely } from 'kysely';

/** Members-only content of sites, members' own data, and stored files. */
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
        -- json, not jsonb: keeps the order of keys.
        value json not null
      )`.execute(db);
    await sql`
      create table stored_file (
        -- Name in the file store. The row is written before the file, so that no file is orphaned.
        name text primary key,
        -- The member whose picture it is; null while it is being stored, and once it was replaced.
        member_id text unique references member (id) on delete set null,
        was_used boolean not null default false,
        created_at timestamptz not null default now()
      )`.execute(db);
  },
};
