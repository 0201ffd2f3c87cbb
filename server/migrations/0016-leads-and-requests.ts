import { sql, type Kysely } from 'kysely';

/** Leads, enquiries to advisors, webinar registrations, and attachments of mails. */
export const leadsAndRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table mail_outbox add column reply_to text, add column attachments jsonb`,
  `alter table development_mail add column reply_to text, add column attachments jsonb not null default '[]'`,
  // A lead: one submission of the form, kept for the lifetime of its proof.
  `create table lead (
    id text primary key,
    proof_hash bytea not null unique,
    partner text not null,
    course text not null,
    first_name text not null,
    last_name text not null,
    phone text not null,
    email text not null,
    -- When the look-up of the address's account was done.
    settled_at timestamptz,
    -- The member created; null for an address that had an account.
    member_id text references member (id) on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index lead_expires on lead (expires_at)`,
  `create table lead_link (
    token_hash bytea primary key,
    member_id text not null references member (id) on delete cascade,
    email text not null,
    partner text not null,
    course text not null,
    expires_at timestamptz not null
  )`,
  `create index lead_link_member on lead_link (member_id)`,
  `create index lead_link_expires on lead_link (expires_at)`,
  // Enquiries to a partner's advisors.
  `create table enquiry (
    id text primary key,
    reference text not null unique,
    kind text not null check (kind in ('lead', 'consultation', 'support')),
    partner text not null,
    -- Null for a lead: the form does not prove who owns the address.
    member_id text references member (id) on delete cascade,
    name text not null,
    email text not null,
    phone text not null,
    details jsonb not null,
    -- Hash of the content, to deduplicate open enquiries.
    digest bytea not null,
    times_asked integer not null default 1,
    created_at timestamptz not null default now(),
    resolved_at timestamptz
  )`,
  `create unique index enquiry_open on enquiry (digest) where resolved_at is null`,
  `create index enquiry_waiting on enquiry (created_at) where resolved_at is null`,
  `create index enquiry_member on enquiry (member_id)`,
  `create table webinar_registration (
    member_id text not null references member (id) on delete cascade,
    webinar_id text not null,
    -- SEQUENCE of the calendar entry (RFC 5545): the highest wins.
    sequence integer not null default 0,
    starts_at timestamptz not null,
    ended_at timestamptz,
    primary key (member_id, webinar_id)
  )`,
];
