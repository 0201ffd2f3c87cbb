import { sql, type Kysely } from 'kysely';

/**
 * Imports of members by staff, with the faults of each. The parts of a file have no reference: the row of a part stays
 * until its file is deleted, whatever became of the import and the site.
 */
export const memberImports = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table member_import (
    site_id text not null references site (id) on delete cascade,
    id text not null,
    staff_id text not null,
    actor text not null,
    reason text,
    request_key uuid not null,
    file_name text not null,
    bytes integer not null,
    state text not null default 'uploading' check (state in
      ('uploading', 'uploaded', 'checking', 'checked', 'applying', 'done', 'cancelled', 'stopped', 'expired')),
    stop_code text,
    header jsonb,
    columns jsonb,
    may_update boolean not null default false,
    skips_faults boolean not null default false,
    counts jsonb,
    checked_counts jsonb,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    primary key (site_id, id))`,
  `create unique index member_import_request on member_import (site_id, staff_id, request_key)`,
  `create index member_import_newest on member_import (site_id, created_at, id)`,
  `create index member_import_created on member_import (created_at)`,
  `create table member_import_fault (
    site_id text not null,
    import_id text not null,
    number integer not null,
    line integer not null,
    column_name text,
    code text not null,
    message text not null,
    created_at timestamptz not null default now(),
    primary key (site_id, import_id, number),
    foreign key (site_id, import_id) references member_import (site_id, id) on delete cascade)`,
  `create index member_import_fault_created on member_import_fault (created_at)`,
  `create table import_part (
    name text primary key,
    import_id text,
    part integer,
    delete_after timestamptz not null default now() + interval '1 day')`,
  `create unique index import_part_of_import on import_part (import_id, part)`,
  `create index import_part_ended on import_part (delete_after)`,
];
