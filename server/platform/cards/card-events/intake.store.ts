import { sql, type Generated } from 'kysely';
import type { ProviderEvent } from '../card-events.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { createCommitCounter } from '../../metrics/commit-counter.ts';
import { mostCounted, type StoredGauge } from '../../metrics/stored-gauges.ts';

type EventTables = {
  provider_event: {
    id: string;
    type: string;
    object_id: string;
    provider_payment_id: string | null;
    provider_subscription_id: string | null;
    live: boolean;
    received_at: Generated<Date>;
    processed_at: Generated<Date | null>;
  };
  card_comparison: { only_row: Generated<boolean>; compared_until: Date };
};

/** Events that are not handled yet. */
export const cardEventGauge: StoredGauge = {
  name: 'intake_card_events',
  help: `Events of the card provider that are not handled yet: all, and those that wait for 5 minutes. Counted up to ${mostCounted}.`,
  labels: { state: ['waiting', 'late'] },
  rows: sql`select array[state.name] as labels, state.count
    from (
      select count(*) as waiting, count(*) filter (where received_at < now() - interval '5 minutes') as late
      from (
        select received_at from provider_event where processed_at is null
        order by received_at limit ${sql.lit(mostCounted)}
      ) as found
    ) as counted, lateral (values ('waiting', counted.waiting), ('late', counted.late)) as state (name, count)`,
};

/** Families of events, for counting. */
const families = ['checkout', 'refund', 'dispute', 'dispute-ended', 'subscription', 'other'] as const;

/** Counts events once they are stored, by what they are about. */
const countCardEvent = createCommitCounter(
  'intake_card_events_total',
  'Events of the card provider that were taken in, by what they are about.',
  'about',
  families,
);

/** @param type the provider's, `charge.dispute.created` for example */
function familyOf(type: string): (typeof families)[number] {
  if (type.startsWith('checkout.')) return 'checkout';
  // Apart: a dispute calls somebody, who has some days to answer it. Its end, won or lost, does not.
  if (/\bdispute\.(?:closed|funds_reinstated)$/.test(type)) return 'dispute-ended';
  if (type.includes('dispute')) return 'dispute';
  if (type.includes('refund')) return 'refund';
  return /^(?:customer\.subscription|invoice)\b/.test(type) ? 'subscription' : 'other';
}

const events = (db: Database) => db.withTables<EventTables>();

/** Inserts an event, idempotently. @returns false for a duplicate */
export async function keepEvent(tx: Transaction, event: ProviderEvent): Promise<boolean> {
  const kept = await events(tx)
    .insertInto('provider_event')
    .values({
      id: event.id,
      type: event.type,
      object_id: event.objectId,
      provider_payment_id: event.paymentId,
      provider_subscription_id: event.subscriptionId,
      live: event.live,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept) countCardEvent(tx, familyOf(event.type));
  return kept !== undefined;
}

/** A stored event. */
export interface KeptEvent {
  type: string;
  objectId: string;
  paymentId: string | null;
  subscriptionId: string | null;
  live: boolean;
  /** When it was looked up, by the database's clock. */
  readAt: Date;
}

/** An event that has not been processed yet. */
export const findWaitingEvent = (db: Database, id: string): Promise<KeptEvent | undefined> =>
  events(db)
    .selectFrom('provider_event')
    .select([
      'type',
      'object_id as objectId',
      'provider_payment_id as paymentId',
      'provider_subscription_id as subscriptionId',
      'live',
      sql<Date>`now()`.as('readAt'),
    ])
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();

/** Marks an event as processed. */
export async function markProcessed(db: Database, id: string): Promise<void> {
  await events(db)
    .updateTable('provider_event')
    .set({ processed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Marks all events of these types about a payment as processed that arrived before the look-up. */
export async function markRepeated(
  db: Database,
  { types, paymentId, before }: { types: readonly string[]; paymentId: string; before: Date },
): Promise<void> {
  await events(db)
    .updateTable('provider_event')
    .set({ processed_at: sql<Date>`now()` })
    .where('type', 'in', types)
    .where((is) => is.or([is('provider_payment_id', '=', paymentId), is('object_id', '=', paymentId)]))
    .where('processed_at', 'is', null)
    .where('received_at', '<=', before)
    .execute();
}

/** Events unprocessed for `idleSeconds`, because their job failed for good. */
export async function listWaitingEvents(db: Database, idleSeconds: number): Promise<{ id: string; type: string }[]> {
  return events(db)
    .selectFrom('provider_event')
    .select(['id', 'type'])
    .where('processed_at', 'is', null)
    .where('received_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('received_at')
    .limit(200)
    .execute();
}

/** A stretch of time to be compared with the provider's events. */
export interface ComparedSpan {
  from: Date;
  until: Date;
  /** Whether it ends now, so that nothing is left after it. */
  isLast: boolean;
}

/**
 * The next stretch that has not been compared: from where the last comparison ended, at most `hours` long. A database
 * that was restored goes on from the moment it was restored to.
 */
export async function findNextSpan(db: Database, hours: number): Promise<ComparedSpan> {
  const { rows } = await sql<ComparedSpan>`
    with span as (
      select coalesce((select compared_until from card_comparison), now() - make_interval(hours => ${hours})) as begun)
    select least(begun, now()) as "from", least(begun + make_interval(hours => ${hours}), now()) as until,
      begun + make_interval(hours => ${hours}) >= now() as "isLast" from span`.execute(db);
  return rows[0]!;
}

/** Notes how far everything has been compared. It never goes back: two processes may compare at once. */
export async function noteCompared(db: Database, until: Date): Promise<void> {
  await events(db)
    .insertInto('card_comparison')
    .values({ compared_until: until })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ compared_until: sql`greatest(card_comparison.compared_until, excluded.compared_until)` }),
    )
    .execute();
}

/** Whether the job with this key runs or is due. One that failed and waits for its next try is not. */
export async function isGoingOn(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from graphile_worker._private_jobs
      where key = ${key} and (locked_at is not null or (run_at <= now() and attempts < max_attempts))
    ) as found`.execute(db);
  return rows[0]!.found;
}
