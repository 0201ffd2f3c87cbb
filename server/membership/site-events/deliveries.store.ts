import { sql, type Generated, type NotNull } from 'kysely';
import type { SiteEventName } from '../../../contract/site-events.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { EndpointRef } from './delivery-rounds.ts';

/** The state of a delivery. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** One attempt of a delivery. */
export interface Attempt {
  at: string;
  /** The answer's status; null when there was none. */
  status: number | null;
  /** How long it took, in milliseconds. */
  ms: number;
  /** The answer's beginning, or the reason why there was none. */
  answer: string;
  /** Somebody asked for it: it uses up none of the delivery's own attempts. */
  asked?: boolean;
}

type Tables = {
  site_event_delivery: {
    id: string;
    site_id: string;
    endpoint_id: string;
    event: SiteEventName;
    /** null once its retention has ended. */
    payload: Record<string, unknown> | null;
    state: Generated<DeliveryState>;
    next_attempt_at: Generated<Date>;
    is_asked_for: Generated<boolean>;
    attempts: Generated<Attempt[]>;
    created_at: Generated<Date>;
  };
};

/** Deliveries whose content one statement erases. */
const erasedAtOnce = 1_000;

/** A delivery to queue. */
export interface NewDelivery {
  id: string;
  endpointId: string;
  event: SiteEventName;
  payload: Record<string, unknown>;
}

/** Stores one event's deliveries, due at once, with one timestamp. */
export async function insertDeliveries(
  tx: Transaction,
  siteId: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await tx
    .withTables<Tables>()
    .with('moment', () => nextMoment(siteId))
    .insertInto('site_event_delivery')
    .values(
      deliveries.map(({ id, endpointId, event, payload }) => ({
        id,
        site_id: siteId,
        endpoint_id: endpointId,
        event,
        payload: sql`${JSON.stringify(payload)}::json`,
        created_at: sql<Date>`(select at from moment)`,
      })),
    )
    .execute();
}

/**
 * Decision 0059: in whole milliseconds and later than every event of the site that this transaction sees, thus than all
 * earlier ones of a member it has locked. Not `now()`, the start of the transaction: one that waited for the lock would
 * be dated before the one it waited for.
 */
const nextMoment = (siteId: string) => sql<{ at: Date }>`(
  select date_trunc('milliseconds', greatest(clock_timestamp(), (
    -- Ordered as the index of a site's log is: that of the age of all sites would be searched for a row of this one.
    select created_at from site_event_delivery where site_id = ${siteId} order by created_at desc, id limit 1
  ) + interval '1 millisecond')) as at)`;

const due = (db: Database, { siteId, id }: EndpointRef) =>
  db
    .withTables<Tables>()
    .selectFrom('site_event_delivery')
    .where('site_id', '=', siteId)
    .where('endpoint_id', '=', id)
    .where('state', '=', 'waiting')
    .where('payload', 'is not', null)
    .where('next_attempt_at', '<=', sql<Date>`now()`);

/** A delivery to send now. */
export type DueDelivery = Awaited<ReturnType<typeof listDue>>[number];

/** Due deliveries of an endpoint, the longest due first, those of one transaction in their order; with the database's time. */
export const listDue = (db: Database, endpoint: EndpointRef, atMost: number) =>
  due(db, endpoint)
    .select(['id', 'event', 'payload', 'created_at as createdAt', 'is_asked_for as isAskedFor'])
    .$narrowType<{ payload: NotNull }>()
    .select(sql<number>`extract(epoch from now())::integer`.as('nowSeconds'))
    // As text: a Date would lose the microseconds, and the value is compared later.
    .select(sql<string>`next_attempt_at::text`.as('dueAt'))
    .orderBy('next_attempt_at')
    .orderBy('created_at')
    .orderBy('id')
    .limit(atMost)
    .execute();

/** Whether an endpoint has a due delivery. */
export const hasDue = async (db: Database, endpoint: EndpointRef): Promise<boolean> =>
  (await due(db, endpoint).select('id').limit(1).executeTakeFirst()) !== undefined;

/** An attempt that was made now, for a column. */
export const timed = (attempt: Omit<Attempt, 'at'>) =>
  sql<Attempt>`(${JSON.stringify(attempt)}::jsonb || jsonb_build_object('at', now()))`;

/** Records an attempt. @returns how many the schedule has made, hours from the first attempt to the last, and whether one was accepted */
export const addAttempt = (
  tx: Transaction,
  id: string,
  attempt: Omit<Attempt, 'at'>,
): Promise<{ tries: number; hoursTried: number; hasArrived: boolean }> =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .set({ attempts: sql`attempts || ${timed(attempt)}` })
    .where('id', '=', id)
    .returning([
      sql<number>`jsonb_array_length(jsonb_path_query_array(attempts, '$[*] ? (!exists(@.asked))'))`.as('tries'),
      sql<number>`extract(epoch from now() - (attempts -> 0 ->> 'at')::timestamptz)::float8 / 3600`.as('hoursTried'),
      sql<boolean>`jsonb_path_exists(attempts, '$[*] ? (@.status >= 200 && @.status < 300)')`.as('hasArrived'),
    ])
    .executeTakeFirstOrThrow();

type Attempted = Pick<DueDelivery, 'id' | 'dueAt'>;

/** Ends a delivery. */
export async function settle(tx: Transaction, delivery: Attempted, state: 'delivered' | 'failed'): Promise<void> {
  await unlessRetried(tx, delivery).set({ state, is_asked_for: false }).execute();
}

/** Schedules the next attempt. */
export async function postpone(tx: Transaction, delivery: Attempted, seconds: number): Promise<void> {
  const nextAttemptAt = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await unlessRetried(tx, delivery).set({ next_attempt_at: nextAttemptAt, is_asked_for: false }).execute();
}

/** Compare and set on `next_attempt_at`: a retry requested during the attempt stays due, whatever its outcome. */
const unlessRetried = (tx: Transaction, { id, dueAt }: Attempted) =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .where('id', '=', id)
    .where(sql<boolean>`next_attempt_at = ${dueAt}::timestamptz`);

/** Makes a delivery due now. @returns its endpoint; undefined for an unknown one or one without content */
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

/** One page of the log. */
export interface DeliveryQuery {
  endpointId?: string | undefined;
  /** Any of these states. */
  states?: readonly DeliveryState[] | undefined;
  /** Cursor: only deliveries older than this one. */
  before?: string | undefined;
  /** Most rows. */
  limit: number;
}

const deliveriesOf = (db: Database, siteId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('site_event_delivery')
    .select(['id', 'endpoint_id as endpointId', 'event', 'state', 'attempts', 'created_at as createdAt'])
    .select(sql<Date | null>`case state when 'waiting' then next_attempt_at end`.as('nextAttemptAt'))
    .where('site_id', '=', siteId);

/** A delivery with its content, which is null once erased. */
export const findDelivery = (db: Database, siteId: string, id: string) =>
  deliveriesOf(db, siteId).select('payload').where('id', '=', id).executeTakeFirst();

/** Deliveries of a site, the newest first. */
export function selectDeliveries(db: Database, siteId: string, { endpointId, states, before, limit }: DeliveryQuery) {
  const seen = sql`select created_at, id from site_event_delivery where site_id = ${siteId} and id = ${before ?? null}`;
  return deliveriesOf(db, siteId)
    .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId!))
    .$if(states !== undefined, (query) => query.where('state', 'in', states!))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${seen})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Erases the content of deliveries about a deleted member, except the event of the deletion; waiting ones fail. The
 * entries of the log stay.
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

/** When a delivery arrived first; null for one of which no attempt is known. */
const arrivedAt = sql`(
  jsonb_path_query_first(attempts, '$[*] ? (@.status >= 200 && @.status < 300).at') #>> '{}'
)::timestamptz`;

/** Erases the content of some deliveries that arrived so many days ago. @returns whether there may be more */
export async function eraseOldContent(db: Database, days: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update site_event_delivery set payload = null where ctid = any(array(
      select ctid from site_event_delivery
      where state = 'delivered' and payload is not null and created_at < now() - make_interval(days => ${days})
        and coalesce(${arrivedAt}, created_at) < now() - make_interval(days => ${days})
      order by created_at limit ${sql.lit(erasedAtOnce)} for update skip locked
    ))`.execute(db);
  return numAffectedRows === BigInt(erasedAtOnce);
}
