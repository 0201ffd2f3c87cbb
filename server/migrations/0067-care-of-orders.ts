import { sql, type Kysely } from 'kysely';
import type { NewIndex } from '../platform/database/indexes.ts';

/** Events of the card provider about one order, for its timeline. */
const indexes: readonly NewIndex[] = [
  ['provider_event_payment', 'provider_event (provider_payment_id) where provider_payment_id is not null'],
  ['provider_event_object', 'provider_event (object_id)'],
];

/**
 * Staff refund a payment, and say why; they keep notes about an order. Each refund and lost dispute gets the moment at
 * which its money moved, so that the books of a past day never change: the state alone does not tell when it came to be.
 */
export const careOfOrders = {
  indexes,
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table refund add column staff_id text, add column decided_by text, add column note text,
        add column request_key uuid`.execute(db);
    // Not validated: it takes more than the one before, so that no row has to be read.
    await sql`
      alter table refund drop constraint refund_source_check, add constraint refund_source_check
        check (source in ('automatic', 'member', 'provider', 'staff')) not valid`.execute(db);
    await sql`alter table payment add column dispute_lost_at timestamptz`.execute(db);
    // A table of its own: an index of a column that is added would have to read all refunds.
    await sql`
      create table refund_settlement (
        refund_id text primary key references refund,
        settled_at timestamptz not null default now(),
        -- The bank sent a settled refund back.
        returned_at timestamptz
      )`.execute(db);
    await sql`create index refund_settlement_settled on refund_settlement (settled_at, refund_id)`.execute(db);
    await sql`create index refund_settlement_returned on refund_settlement (returned_at, refund_id)
      where returned_at is not null`.execute(db);
    await sql`
      create table order_note (
        id text primary key,
        order_id text not null references enrolment_order on delete cascade,
        -- Without a reference: a note outlives its author's time on the staff.
        staff_id text not null,
        author text not null,
        body text not null,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        changed_at timestamptz
      )`.execute(db);
    await sql`create index order_note_of_order on order_note (order_id, created_at, id)`.execute(db);
    for (const [name, on] of indexes) await sql.raw(`create index if not exists ${name} on ${on}`).execute(db);
  },
};
