import { sql, type Kysely } from 'kysely';

/** Paid plans: checkouts, their payments, and subscriptions in the card provider's state. */
export const billing = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table provider_event add column provider_subscription_id text`,
  // A reading's number is taken before the card provider is asked, so that a stale answer cannot overwrite a newer one.
  `create sequence card_reading`,
  `create table plan_checkout (
    id text primary key,
    site_id text not null,
    -- No foreign key: payments outlive the member.
    member_id text not null,
    plan_id text not null,
    price_id text not null,
    mode text not null check (mode in ('payment', 'subscription')),
    -- Parameters of the provider's call, fixed at the start, because a retry under one idempotency key must be equal.
    terms jsonb not null,
    terms_hash bytea not null,
    -- The amount due at once.
    asked_cents integer not null check (asked_cents >= 0),
    currency text not null,
    state text not null check (state in
      ('open', 'processing', 'completed', 'expired', 'failed', 'review', 'returning', 'returned')),
    -- The payer's customer id at the provider.
    customer_id text not null,
    session_id text unique,
    url text,
    subscription_id text unique,
    session_expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index plan_checkout_member on plan_checkout (member_id, created_at desc)`,
  `create index plan_checkout_unsettled on plan_checkout (updated_at) where state in ('open', 'processing', 'returning')`,
  // A checkout in progress holds a place in a plan with a limit.
  `create index plan_checkout_place on plan_checkout (plan_id) where state in ('open', 'processing')`,
  `create table plan_payment (
    provider_payment_id text primary key,
    checkout_id text not null references plan_checkout (id) on delete cascade,
    amount_cents integer not null,
    currency text not null,
    received_at timestamptz not null default now()
  )`,
  `create index plan_payment_checkout on plan_payment (checkout_id)`,
  `alter table plan_connection
    add column checkout_id text references plan_checkout (id),
    add column subscription_id text unique,
    -- The provider's status, and the number of the reading it came with.
    add column subscription_status text,
    add column reading bigint not null default 0,
    add column asked_at timestamptz,
    -- When a plan bought once for a time ends.
    add column ends_at timestamptz,
    -- Ended for good by a refund, a dispute or its time; no later status of the provider revives it.
    add column closed_at timestamptz`,
  `create index plan_connection_place on plan_connection (plan_id) where status <> 'CANCELED'`,
  `create index plan_connection_asked on plan_connection (asked_at) where subscription_id is not null`,
  `create index plan_connection_ends on plan_connection (ends_at) where ends_at is not null and closed_at is null`,
];
