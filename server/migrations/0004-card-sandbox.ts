import { sql, type Kysely } from 'kysely';

/** Storage of the card sandbox, which only shares the database; nothing else reads it. */
export const cardSandbox = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table card_sandbox_object (
        id text primary key,
        -- Creation order, for lists and their cursors.
        seq bigint generated always as identity,
        kind text not null,
        -- The object in wire format.
        data jsonb not null,
        -- Internal data, never on the wire.
        inner_data jsonb not null default '{}',
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index card_sandbox_object_kind on card_sandbox_object (kind, seq desc)`.execute(db);
    await sql`
      create index card_sandbox_object_payment on card_sandbox_object ((data ->> 'payment_intent'))
        where data ->> 'payment_intent' is not null`.execute(db);
    await sql`
      create table card_sandbox_task (
        id bigint generated always as identity primary key,
        kind text not null,
        object_id text not null references card_sandbox_object (id) on delete cascade,
        attempts integer not null default 0,
        due_at timestamptz not null
      )`.execute(db);
    await sql`create index card_sandbox_task_due on card_sandbox_task (due_at)`.execute(db);
    await sql`
      create table card_sandbox_idempotency (
        key text primary key,
        fingerprint text not null,
        request_id text not null,
        answer jsonb not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table card_sandbox_fault (
        -- One row: the faults are the same for every process.
        id integer primary key default 1 check (id = 1),
        faults jsonb not null,
        -- How many API requests the fault still hits; null is all of them.
        api_times_left integer
      )`.execute(db);
  },
};
