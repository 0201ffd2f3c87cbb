import { sql, type Generated, type NotNull } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { EndpointRef } from './delivery-rounds.ts';
import type { SiteEventName } from './site-event.ts';
import { retention } from '../retention.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** One try to hand a delivery over. */
export interface Attempt {
  at: string;
  /** The answer's status; null when there was none. */
  status: number | null;
  /** How long it took, in milliseconds. */
  ms: number;
  /** The answer's beginning, or why there was none. */
  answer: string;
}

type Tables = {
  site_event_delivery: {
    id: string;
    site_id: string;
    endpoint_id: string;
    event: SiteEventName;
    /** null once nobody needs it any more. */
    payload: Record<string, unknown> | null;
    state: Generated<DeliveryState>;
    next_attempt_at: Generated<Date>;
    is_asked_for: Generated<boolean>;
    attempts: Generated<Attempt[]>;
    created_at: Generated<Date>;
  };
};

/** That something was sent stays in the log so long, and what it was, once it has arrived, so long. */
const keptDays = retention.deliveryDays;
const contentDays = retention.deliveredContentDays;
/** Forgotten in portions that one statement has time for. */
const forgottenAtOnce = 2_000;

export interface NewDelivery {
  id: string;
  siteId: string;
  endpointId: string;
  event: SiteEventName;
  payload: Record<string, unknown>;
}

export async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('site_event_delivery')
    .values(
      deliveries.map(({ id, siteId, endpointId, event, payload }) => ({
        id,
        site_id: siteId,
        endpoint_id: endpointId,
        event,
        payload: sql`${JSON.stringify(payload)}::json`,
      })),
    )
    .execute();
}

const due = (db: Database, { siteId, id }: EndpointRef) =>
  db
    .withTables<Tables>()
    .selectFrom('site_event_delivery')
    .where('site_id', '=', siteId)
    .where('endpoint_id', '=', id)
    .where('state', '=', 'waiting')
    .where('payload', 'is not', null)
    .where('next_attempt_at', '<=', sql<Date>`now()`);

export type DueDelivery = Awaited<ReturnType<typeof listDue>>[number];

/** What is to be sent now, the longest due first, with the time of the database. */
export const listDue = (db: Database, endpoint: EndpointRef, atMost: number) =>
  due(db, endpoint)
    .select(['id', 'event', 'payload', 'created_at as createdAt', 'is_asked_for as isAskedFor'])
    .$narrowType<{ payload: NotNull }>()
    .select(sql<number>`extract(epoch from now())::integer`.as('nowSeconds'))
    // As text, because a Date knows no microseconds.
    .select(sql<string>`next_attempt_at::text`.as('dueAt'))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(atMost)
    .execute();

export const hasDue = async (db: Database, endpoint: EndpointRef): Promise<boolean> =>
  (await due(db, endpoint).select('id').limit(1).executeTakeFirst()) !== undefined;

/** Adds an attempt to the log. @returns how many there are now, and how many hours after the first the last one was */
export const addAttempt = (
  tx: Transaction,
  id: string,
  attempt: Omit<Attempt, 'at'>,
): Promise<{ tries: number; hoursTried: number }> =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .set({ attempts: sql`attempts || (${JSON.stringify(attempt)}::jsonb || jsonb_build_object('at', now()))` })
    .where('id', '=', id)
    .returning([
      sql<number>`jsonb_array_length(attempts)`.as('tries'),
      sql<number>`extract(epoch from now() - (attempts -> 0 ->> 'at')::timestamptz)::float8 / 3600`.as('hoursTried'),
    ])
    .executeTakeFirstOrThrow();

type Attempted = Pick<DueDelivery, 'id' | 'dueAt'>;

export async function settle(tx: Transaction, delivery: Attempted, state: 'delivered' | 'failed'): Promise<void> {
  await unlessAskedFor(tx, delivery).set({ state, is_asked_for: false }).execute();
}

export async function postpone(tx: Transaction, delivery: Attempted, seconds: number): Promise<void> {
  const nextAttemptAt = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await unlessAskedFor(tx, delivery).set({ next_attempt_at: nextAttemptAt, is_asked_for: false }).execute();
}

/** A delivery that was asked for while it was under way is due again, whatever became of the attempt. */
const unlessAskedFor = (tx: Transaction, { id, dueAt }: Attempted) =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .where('id', '=', id)
    .where(sql<boolean>`next_attempt_at = ${dueAt}::timestamptz`);

/** Makes a delivery of the site due now. @returns its endpoint, undefined when there is nothing of it to be sent */
export const askFor = (tx: Transaction, siteId: string, id: string): Promise<{ endpointId: string } | undefined> =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .set({ state: 'waiting', next_attempt_at: sql<Date>`now()`, is_asked_for: true })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('payload', 'is not', null)
    .returning('endpoint_id as endpointId')
    .executeTakeFirst();

export interface DeliveryQuery {
  endpointId?: string | undefined;
  state?: DeliveryState | undefined;
  /** Only what is older than this delivery. */
  before?: string | undefined;
  /** Most rows. */
  limit: number;
}

/** The newest first. */
export function selectDeliveries(db: Database, siteId: string, { endpointId, state, before, limit }: DeliveryQuery) {
  const seen = sql`select created_at, id from site_event_delivery where site_id = ${siteId} and id = ${before ?? null}`;
  return db
    .withTables<Tables>()
    .selectFrom('site_event_delivery')
    .select(['id', 'endpoint_id as endpointId', 'event', 'state', 'attempts', 'created_at as createdAt'])
    .where('site_id', '=', siteId)
    .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId!))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${seen})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Forgets what was told of a member who is deleted, but that they are; what has not been sent by now is not sent any
 * more. That something was told stays in the log.
 */
export async function forgetToldOf(tx: Transaction, siteId: string, memberId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .set({ payload: null, state: sql<DeliveryState>`case state when 'waiting' then 'failed' else state end` })
    .where('site_id', '=', siteId)
    .where(sql<boolean>`payload ->> 'id' = ${memberId}`)
    .where('event', '<>', 'member.deleted')
    .execute();
}

export async function deleteOldDeliveries(db: Database): Promise<void> {
  await inPortions(() =>
    sql`
    delete from site_event_delivery where id in (
      select id from site_event_delivery
      where created_at < now() - make_interval(days => ${keptDays})
      limit ${forgottenAtOnce}
    )`.execute(db),
  );
}

export async function forgetOldContent(db: Database): Promise<void> {
  await inPortions(() =>
    sql`
    update site_event_delivery set payload = null where id in (
      select id from site_event_delivery
      where state = 'delivered' and payload is not null and created_at < now() - make_interval(days => ${contentDays})
      limit ${forgottenAtOnce}
    )`.execute(db),
  );
}

async function inPortions(forget: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  while (Number((await forget()).numAffectedRows ?? 0) === forgottenAtOnce);
}
