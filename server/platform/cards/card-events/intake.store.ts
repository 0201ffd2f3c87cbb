import { sql, type Generated } from 'kysely';
import type { ProviderEvent } from '../card-events.ts';
import type { Database, Transaction } from '../../database/database.ts';

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
};

const events = (db: Database) => db.withTables<EventTables>();

/** Keeps an event. Returns false when it was there already. */
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
  return kept !== undefined;
}

export interface KeptEvent {
  type: string;
  objectId: string;
  paymentId: string | null;
  subscriptionId: string | null;
  live: boolean;
  /** When it was looked up, by the database's clock. */
  readAt: Date;
}

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

export async function markProcessed(db: Database, id: string): Promise<void> {
  await events(db)
    .updateTable('provider_event')
    .set({ processed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The same for all events of some kinds about a payment that had come by then. */
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

/** Events without an outcome for a while, because their job was given up. */
export async function listWaitingEvents(db: Database, idleSeconds: number): Promise<{ id: string; type: string }[]> {
  return events(db)
    .selectFrom('provider_event')
    .select(['id', 'type'])
    .where('processed_at', 'is', null)
    .where('received_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .limit(200)
    .execute();
}
