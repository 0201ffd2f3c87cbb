import { sql, type Kysely } from 'kysely';

/**
 * What becomes of a request: who looks after it, its answers and what else happened to it, what it was merged into, and
 * the time that a consultation was given. With texts that a partner's staff use again, and what one of them has begun to
 * write.
 */
export const answersToRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table enquiry
    add column answered_at timestamptz,
    -- A person on the staff and their name, as the audit trail keeps it: a name outlives the account.
    add column assigned_to text,
    add column assigned_name text,
    -- The request that holds what this one said.
    add column merged_into text,
    add column version integer not null default 1`,
  `create table enquiry_entry (
    id text primary key,
    enquiry_id text not null references enquiry (id) on delete cascade,
    kind text not null,
    -- The version of the request that it made, so that two people who answer at once are told of one another.
    version integer not null,
    staff_id text,
    actor text not null,
    subject text not null default '',
    body text not null default '',
    -- Of the press that caused it, so that a double press is one.
    request_key uuid unique,
    created_at timestamptz not null default now()
  )`,
  `create index enquiry_entry_enquiry on enquiry_entry (enquiry_id, created_at)`,
  `create table consultation (
    enquiry_id text primary key references enquiry (id) on delete cascade,
    partner text not null,
    starts_at timestamptz not null,
    -- SEQUENCE of the calendar entry (RFC 5545): the highest wins.
    sequence integer not null default 0,
    -- Who has the entry in their calendar beside the student.
    advisor_email text not null,
    cancelled_at timestamptz
  )`,
  `create index consultation_starts on consultation (starts_at)`,
  `create table reply_draft (
    enquiry_id text not null references enquiry (id) on delete cascade,
    staff_id text not null references staff (id) on delete cascade,
    subject text not null,
    body text not null,
    primary key (enquiry_id, staff_id)
  )`,
  `create index reply_draft_staff on reply_draft (staff_id)`,
  `create table reply_text (
    id text primary key,
    partner text not null,
    name text not null,
    body text not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    unique (partner, name)
  )`,
];
