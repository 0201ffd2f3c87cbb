import { sql, type Kysely } from 'kysely';

/** Cohorts with seats, the eligibility record, orders, seat claims, payments, refunds and the card provider's events. */
export const enrolment = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table cohort (
    id text primary key,
    course text not null,
    name text not null,
    mode text not null check (mode in ('full-time', 'part-time')),
    -- The first day; for a start known by month only, the month's first day. Null for an intake without a date.
    start_date date,
    -- Displayed instead of the day: '2025-12' or 'Future'.
    start_label text,
    schedule text,
    time_zone text not null,
    capacity integer not null check (capacity >= 0),
    opens_at timestamptz,
    closes_at timestamptz,
    check (start_date is not null or start_label is not null)
  )`,
  `create table eligibility_check (
    id text primary key,
    member_id text not null,
    education_level text not null,
    outcome text not null,
    -- The member says Admissions approved them; staff confirm it before the place is final.
    claimed boolean not null,
    created_at timestamptz not null default now()
  )`,
  `create index eligibility_check_member on eligibility_check (member_id, created_at desc)`,
  `create table enrolment_order (
    id text primary key,
    reference text not null unique,
    member_id text not null,
    partner text not null,
    cohort_id text not null references cohort,
    course text not null,
    payment_type text not null check (payment_type in ('full', 'deposit')),
    currency text not null,
    amount_cents integer not null check (amount_cents > 0),
    balance_cents integer not null check (balance_cents >= 0),
    state text not null,
    session_id text unique,
    checkout_url text,
    session_expires_at timestamptz not null,
    acknowledged_at timestamptz not null,
    paid_at timestamptz,
    refund_due_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index enrolment_order_member on enrolment_order (member_id, created_at desc)`,
  `create index enrolment_order_open on enrolment_order (updated_at) where state in ('draft', 'awaiting-payment', 'processing')`,
  // A backstop in the database: at most one paid order per member, whatever bug or race the code has.
  `create unique index enrolment_order_one_paid on enrolment_order (member_id) where state = 'paid'`,
  `create table seat_claim (
    id text primary key,
    cohort_id text not null references cohort,
    member_id text not null,
    order_id text not null unique references enrolment_order,
    state text not null check (state in ('live', 'consumed', 'released')),
    -- Expiry of a live claim; a consumed one never expires.
    expires_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index seat_claim_one_per_member on seat_claim (cohort_id, member_id) where state in ('live', 'consumed')`,
  `create index seat_claim_counted on seat_claim (cohort_id) where state in ('live', 'consumed')`,
  `create table payment (
    id text primary key,
    order_id text not null references enrolment_order,
    provider_payment_id text not null unique,
    session_id text not null,
    amount_cents integer not null,
    currency text not null,
    received_at timestamptz not null default now()
  )`,
  `create index payment_order on payment (order_id)`,
  `create table refund (
    id text primary key,
    payment_id text not null references payment,
    provider_refund_id text unique,
    amount_cents integer not null check (amount_cents > 0),
    state text not null check (state in ('requested', 'pending', 'succeeded', 'failed', 'canceled')),
    source text not null check (source in ('automatic', 'member', 'provider')),
    reason text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index refund_payment on refund (payment_id)`,
  `create table provider_event (
    id text primary key,
    type text not null,
    object_id text not null,
    provider_payment_id text,
    live boolean not null,
    received_at timestamptz not null default now(),
    processed_at timestamptz
  )`,
  `create index provider_event_waiting on provider_event (received_at) where processed_at is null`,
  // Reviews for staff. At most one open row per matter (idempotent).
  `create table review_item (
    id text primary key,
    kind text not null,
    subject text not null,
    note text not null,
    created_at timestamptz not null default now(),
    resolved_at timestamptz
  )`,
  `create unique index review_item_open on review_item (kind, subject) where resolved_at is null`,
];
