import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { EndpointRef } from './delivery-rounds.ts';
import type { SiteEventName } from './site-event.ts';

type Tables = {
  site_event_endpoint: {
    site_id: string;
    id: string;
    url: string;
    events: SiteEventName[] | null;
    enabled: boolean;
    sealed_secret: Buffer;
    old_sealed_secret: Generated<Buffer | null>;
    old_secret_ends_at: Generated<Date | null>;
    trouble: Generated<number>;
    busy_until: Generated<Date | null>;
    failing_since: Generated<Date | null>;
    switched_off_at: Generated<Date | null>;
  };
};

/** So long after a change both secrets count. */
const changeOverHours = 24;
/** Days of failures alone after which nothing is sent any more. */
const patienceDays = 5;

export interface NewEndpoint {
  id: string;
  url: string;
  /** null for every event. */
  events: SiteEventName[] | null;
  enabled: boolean;
  /** Counts for a new endpoint alone. */
  sealedSecret: Buffer;
}

export async function saveEndpoint(
  tx: Transaction,
  siteId: string,
  { sealedSecret, ...endpoint }: NewEndpoint,
): Promise<void> {
  const afresh = { ...endpoint, failing_since: null, switched_off_at: null };
  // Another address is another program; the same one is as slow as it was.
  const trouble = sql<number>`case when site_event_endpoint.url = excluded.url then site_event_endpoint.trouble else 0 end`;
  await tx
    .withTables<Tables>()
    .insertInto('site_event_endpoint')
    .values({ site_id: siteId, ...afresh, sealed_secret: sealedSecret })
    .onConflict((conflict) => conflict.columns(['site_id', 'id']).doUpdateSet({ ...afresh, trouble }))
    .execute();
}

export async function deleteEndpointsBut(tx: Transaction, siteId: string, ids: readonly string[]): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('site_event_endpoint')
    .where('site_id', '=', siteId)
    .where(sql<boolean>`id <> all (${ids}::text[])`)
    .execute();
}

export const selectEndpoints = (db: Database, siteId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('site_event_endpoint')
    .select(['id', 'url', 'events', 'enabled', 'switched_off_at as switchedOffAt'])
    .where('site_id', '=', siteId)
    .orderBy('id')
    .execute();

/** The newest first. Empty when there is no such endpoint. */
export async function findSecrets(db: Database, siteId: string, id: string): Promise<Buffer[]> {
  const found = await db
    .withTables<Tables>()
    .selectFrom('site_event_endpoint')
    .select([
      'sealed_secret as current',
      sql<Buffer | null>`case when old_secret_ends_at > now() then old_sealed_secret end`.as('old'),
    ])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ? [found.current, ...(found.old ? [found.old] : [])] : [];
}

/** @returns whether there is such an endpoint */
export async function replaceSecret(tx: Transaction, siteId: string, id: string, sealed: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<Tables>()
    .updateTable('site_event_endpoint')
    .set((column) => ({
      sealed_secret: sealed,
      old_sealed_secret: column.ref('sealed_secret'),
      old_secret_ends_at: sql<Date>`now() + make_interval(hours => ${changeOverHours})`,
    }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface Listener {
  id: string;
  /** Attempts in a row that failed or took long. */
  trouble: number;
}

/**
 * The endpoints of a site that want to hear of an event, which stay until the transaction ends: one that is being taken
 * away at the moment is waited for, and is none.
 */
export const holdListeners = (tx: Transaction, siteId: string, event: SiteEventName): Promise<Listener[]> =>
  tx
    .withTables<Tables>()
    .selectFrom('site_event_endpoint')
    .select(['id', 'trouble'])
    .where('site_id', '=', siteId)
    .where('enabled', '=', true)
    .where('switched_off_at', 'is', null)
    .where(sql<boolean>`coalesce(${event} = any (events), true)`)
    .orderBy('id')
    .forKeyShare()
    .execute();

export interface ClaimedEndpoint {
  /** Until when it is the claimer's, which tells one claim from the next. */
  claim: string;
  url: string;
  enabled: boolean;
  isSwitchedOff: boolean;
  trouble: number;
}

/** Longer than a round takes; after it a process that died holds the endpoint no more. */
const claimSeconds = 30;

/** The endpoint, which is nobody else's until it is released. @returns undefined while it is somebody's, or gone */
export const claimEndpoint = (db: Database, { siteId, id }: EndpointRef): Promise<ClaimedEndpoint | undefined> =>
  db
    .withTables<Tables>()
    .updateTable('site_event_endpoint')
    .set({ busy_until: sql<Date>`now() + make_interval(secs => ${claimSeconds})` })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(busy_until < now(), true)`)
    .returning(['url', 'enabled', 'trouble', sql<boolean>`switched_off_at is not null`.as('isSwitchedOff')])
    .returning(sql<string>`busy_until::text`.as('claim'))
    .executeTakeFirst();

/** Does nothing where the claim has run out and the endpoint is somebody else's. */
export async function releaseEndpoint(db: Database, { siteId, id }: EndpointRef, claim: string): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('site_event_endpoint')
    .set({ busy_until: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where(sql<boolean>`busy_until = ${claim}::timestamptz`)
    .execute();
}

/** What an attempt says of its endpoint. @returns its trouble now, undefined when it is gone */
export const noteOutcome = (
  tx: Transaction,
  { siteId, id }: EndpointRef,
  { ok, tookLong }: { ok: boolean; tookLong: boolean },
): Promise<{ trouble: number } | undefined> =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_endpoint')
    .set({
      trouble: ok && !tookLong ? 0 : sql<number>`trouble + 1`,
      failing_since: ok ? null : sql<Date>`coalesce(failing_since, now())`,
      ...(ok && { switched_off_at: null }),
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning('trouble')
    .executeTakeFirst();

/** Sends nothing any more to an endpoint that has failed for days. @returns whether it is switched off by this */
export async function switchOffIfHopeless(tx: Transaction, { siteId, id }: EndpointRef): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<Tables>()
    .updateTable('site_event_endpoint')
    .set({ switched_off_at: sql<Date>`now()` })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('switched_off_at', 'is', null)
    .where(sql<boolean>`failing_since < now() - make_interval(days => ${patienceDays})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
