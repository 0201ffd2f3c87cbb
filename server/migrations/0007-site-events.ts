import { sql, type Kysely } from 'kysely';

/** Webhooks: endpoints, deliveries and their attempts. */
export const siteEvents = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table site_event_endpoint (
        site_id text not null references site (id) on delete cascade,
        id text not null,
        url text not null,
        -- null for every event.
        events text[],
        enabled boolean not null,
        -- The signing secret, encrypted under a key that is not in the database.
        sealed_secret bytea not null,
        -- The old secret stays valid until then, for rotation by the receiver.
        old_sealed_secret bytea,
        old_secret_ends_at timestamptz,
        -- Consecutive failed or slow attempts: the next runs in the slow lane, against head-of-line blocking.
        trouble integer not null default 0,
        -- A lease: until then one worker sends to it, and no other does.
        busy_until timestamptz,
        -- Since when no attempt has succeeded; null after a success.
        failing_since timestamptz,
        -- Circuit breaker: nothing is sent any more after days of failures only.
        switched_off_at timestamptz,
        primary key (site_id, id)
      )`.execute(db);
    await sql`
      create table site_event_delivery (
        id text primary key,
        site_id text not null,
        endpoint_id text not null,
        event text not null,
        -- json, not jsonb: every attempt sends the same bytes.
        payload json not null,
        state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
        next_attempt_at timestamptz not null default now(),
        -- Requested by staff: sent even if the endpoint is switched off.
        is_asked_for boolean not null default false,
        -- One entry per attempt, the oldest first; site-events/deliveries.store.ts describes it.
        attempts jsonb not null default '[]',
        created_at timestamptz not null default now(),
        foreign key (site_id, endpoint_id) references site_event_endpoint (site_id, id) on delete cascade
      )`.execute(db);
    await sql`create index site_event_delivery_of_site on site_event_delivery (site_id, created_at desc, id)`.execute(
      db,
    );
    await sql`create index site_event_delivery_of_endpoint on site_event_delivery (site_id, endpoint_id)`.execute(db);
    await sql`
      create index site_event_delivery_waiting on site_event_delivery (site_id, endpoint_id, next_attempt_at)
      where state = 'waiting'`.execute(db);
    await sql`create index site_event_delivery_age on site_event_delivery (created_at)`.execute(db);
  },
};
