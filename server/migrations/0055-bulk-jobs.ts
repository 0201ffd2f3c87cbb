import { sql, type Kysely } from 'kysely';

/**
 * Acts on many members, and the members of each with what became of it. An item goes with its member: what an act left
 * behind says nothing about somebody who was erased.
 */
export const bulkJobs = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table bulk_job (
    site_id text not null references site (id) on delete cascade,
    id text not null,
    staff_id text not null,
    actor text not null,
    reason text,
    request_key uuid not null,
    act jsonb not null,
    query jsonb,
    after text,
    undoes text,
    state text not null default 'collecting'
      check (state in ('collecting', 'running', 'done', 'cancelled', 'stopped')),
    stop_code text,
    total integer not null default 0,
    done integer not null default 0,
    unchanged integer not null default 0,
    refused integer not null default 0,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    primary key (site_id, id))`,
  `create unique index bulk_job_request on bulk_job (site_id, staff_id, request_key)`,
  `create unique index bulk_job_undone on bulk_job (site_id, undoes) where undoes is not null`,
  `create index bulk_job_newest on bulk_job (site_id, created_at, id)`,
  `create index bulk_job_created on bulk_job (created_at)`,
  `create index bulk_job_of_staff on bulk_job (staff_id, created_at)`,
  `create index bulk_job_under_way on bulk_job (site_id) where state in ('collecting', 'running')`,
  `create table bulk_item (
    site_id text not null,
    job_id text not null,
    member_id text not null,
    state text not null default 'waiting' check (state in ('waiting', 'done', 'unchanged', 'refused')),
    code text,
    former text,
    created_at timestamptz not null default now(),
    primary key (site_id, job_id, member_id),
    foreign key (site_id, job_id) references bulk_job (site_id, id) on delete cascade,
    foreign key (site_id, member_id) references member (site_id, id) on delete cascade)`,
  `create index bulk_item_waiting on bulk_item (site_id, job_id, member_id) where state = 'waiting'`,
  `create index bulk_item_state on bulk_item (site_id, job_id, state, member_id)`,
  `create index bulk_item_member on bulk_item (site_id, member_id)`,
  `create index bulk_item_created on bulk_item (created_at)`,
];
