import { sql, type Kysely } from 'kysely';

/** Who runs a site: its secret keys, what was done with them, and what members may do beside being members. */
export const administration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table member add column permissions text[] not null default '{}'`,
  // The order of joining, which lists are read in: a cursor that stays right while members come and go.
  `alter table member add column list_order bigint generated always as identity`,
  `create unique index member_list on member (site_id, list_order)`,
  // Of the shipped file a site was last taken from; null for a site of the operator's own.
  `alter table site add column shipped_digest text`,
  `create table secret_key (
    id text primary key,
    site_id text not null references site (id) on delete cascade,
    label text not null,
    key_hash bytea not null unique,
    created_at timestamptz not null default now(),
    -- Rounded to the minute, to save writes.
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index secret_key_site on secret_key (site_id, created_at)`,
  `create table audit_entry (
    id bigint generated always as identity primary key,
    site_id text not null references site (id) on delete cascade,
    -- The label of the key, or who typed the command.
    actor text not null,
    action text not null,
    -- The id of what was changed, never a name or an address.
    subject text not null,
    note text not null default '',
    created_at timestamptz not null default now()
  )`,
  `create index audit_entry_site on audit_entry (site_id, id desc)`,
];
