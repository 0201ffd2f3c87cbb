import { sql, type Generated } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SiteEventName } from './site-event.ts';

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
    payload: Record<string, unknown>;
    state: Generated<DeliveryState>;
    attempts: Generated<Attempt[]>;
    created_at: Generated<Date>;
  };
  site_event_endpoint: {
    site_id: string;
    id: string;
    url: string;
    enabled: boolean;
    trouble: number;
    switched_off_at: Date | null;
  };
};

/** What was sent stays in the log so long, and is forgotten in portions that one statement has time for. */
const keptDays = 30;
const forgottenAtOnce = 10_000;

export interface NewDelivery {
  id: string;
  siteId: string;
  endpointId: string;
  event: SiteEventName;
  payload: Record<string, unknown>;
}

export async function insertDelivery(tx: Database, delivery: NewDelivery): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('site_event_delivery')
    .values({
      id: delivery.id,
      site_id: delivery.siteId,
      endpoint_id: delivery.endpointId,
      event: delivery.event,
      payload: sql`${JSON.stringify(delivery.payload)}::json`,
    })
    .execute();
}

export type WaitingDelivery = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

/** A delivery that waits, with its endpoint and the time of the database. */
export const findWaiting = (db: Database, id: string) =>
  db
    .withTables<Tables>()
    .selectFrom('site_event_delivery as delivery')
    .innerJoin('site_event_endpoint as endpoint', (join) =>
      join.onRef('endpoint.site_id', '=', 'delivery.site_id').onRef('endpoint.id', '=', 'delivery.endpoint_id'),
    )
    .select([
      'delivery.id',
      'delivery.site_id as siteId',
      'delivery.event',
      'delivery.payload',
      'delivery.created_at as createdAt',
      'endpoint.id as endpointId',
      'endpoint.url',
      'endpoint.trouble',
      'endpoint.enabled',
      sql<boolean>`endpoint.switched_off_at is not null`.as('isSwitchedOff'),
      sql<number>`extract(epoch from now())::integer`.as('nowSeconds'),
    ])
    .where('delivery.id', '=', id)
    .where('delivery.state', '=', 'waiting')
    .executeTakeFirst();

/** Adds an attempt to the log. @returns how many there are now */
export async function addAttempt(tx: Database, id: string, attempt: Omit<Attempt, 'at'>): Promise<number> {
  const { count } = await tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .set({ attempts: sql`attempts || (${JSON.stringify(attempt)}::jsonb || jsonb_build_object('at', now()))` })
    .where('id', '=', id)
    .returning(sql<number>`jsonb_array_length(attempts)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function setState(tx: Database, id: string, state: DeliveryState): Promise<void> {
  await tx.withTables<Tables>().updateTable('site_event_delivery').set({ state }).where('id', '=', id).execute();
}

/** Lets a delivery of the site wait again. @returns its endpoint, undefined when the site has no such delivery */
export const reopen = (tx: Database, siteId: string, id: string): Promise<{ endpointId: string } | undefined> =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_delivery')
    .set({ state: 'waiting' })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
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
export const selectDeliveries = (db: Database, siteId: string, { endpointId, state, before, limit }: DeliveryQuery) =>
  db
    .withTables<Tables>()
    .selectFrom('site_event_delivery')
    .select(['id', 'endpoint_id as endpointId', 'event', 'state', 'attempts', 'created_at as createdAt'])
    .where('site_id', '=', siteId)
    .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId!))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (select created_at, id from site_event_delivery where id = ${before} and site_id = ${siteId})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function deleteOldDeliveries(db: Database): Promise<void> {
  await sql`
    delete from site_event_delivery where id in (
      select id from site_event_delivery
      where created_at < now() - make_interval(days => ${keptDays})
      limit ${forgottenAtOnce}
    )`.execute(db);
}
