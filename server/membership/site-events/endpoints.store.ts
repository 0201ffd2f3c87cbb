import { sql, type Generated } from 'kysely';
import type { SiteEventName } from '../../../contract/site-events.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { StoredGauge } from '../../platform/metrics/stored-gauges.ts';
import { timed, type Attempt } from './deliveries.store.ts';
import type { EndpointRef } from './delivery-rounds.ts';

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
    last_attempt: Generated<Attempt | null>;
  };
};

/** Overlap of two secrets after a rotation. */
const changeOverHours = 24;
/** Days of failures after which an endpoint is switched off (circuit breaker). */
const patienceDays = 5;

/** Endpoints that fail. */
export const endpointGauge: StoredGauge = {
  name: 'intake_webhooks',
  help: 'Webhooks of sites by their trouble: failing for 15 minutes, and switched off after days of failures.',
  labels: { state: ['failing', 'off'] },
  rows: sql`select array[case when switched_off_at is null then 'failing' else 'off' end] as labels, count(*)
    from site_event_endpoint
    where enabled and (switched_off_at is not null or failing_since < now() - interval '15 minutes')
    group by 1`,
};

/** An endpoint to store. */
export interface NewEndpoint {
  id: string;
  url: string;
  /** null for every event. */
  events: SiteEventName[] | null;
  enabled: boolean;
  /** Stored for a new endpoint alone; an existing one keeps its secret. */
  sealedSecret: Buffer;
}

/** Stores an endpoint (upsert), switched on again if it was off. One that fails and is as it was goes on failing. */
export async function saveEndpoint(
  tx: Transaction,
  siteId: string,
  { sealedSecret, ...endpoint }: NewEndpoint,
): Promise<void> {
  const declared = { ...endpoint, switched_off_at: null };
  const failing = sql<Date | null>`case when site_event_endpoint.url = excluded.url and site_event_endpoint.enabled
    and site_event_endpoint.switched_off_at is null then site_event_endpoint.failing_since end`;
  // A new address starts in the prompt lane; the same one stays where it was.
  const trouble = sql<number>`case when site_event_endpoint.url = excluded.url then site_event_endpoint.trouble else 0 end`;
  await tx
    .withTables<Tables>()
    .insertInto('site_event_endpoint')
    .values({ site_id: siteId, ...declared, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'id']).doUpdateSet({ ...declared, trouble, failing_since: failing }),
    )
    .execute();
}

/** Deletes a site's endpoints except these. */
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
    .select(['id', 'url', 'events', 'enabled', 'switched_off_at as switchedOffAt', 'last_attempt as lastAttempt'])
    .where('site_id', '=', siteId)
    .orderBy('id')
    .execute();

/** Sealed secrets of an endpoint, the newest first; none for an unknown one. */
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

/**
 * Rotates the secret; the old one is valid for a day more. Within that day the one it keeps is the one the receiver may
 * still have, so a further rotation replaces the newest alone: its answer may have been lost.
 *
 * @returns whether there is such an endpoint
 */
export async function replaceSecret(tx: Transaction, siteId: string, id: string, sealed: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<Tables>()
    .updateTable('site_event_endpoint')
    .set({
      sealed_secret: sealed,
      old_sealed_secret: sql<Buffer>`case when old_secret_ends_at > now() then old_sealed_secret else sealed_secret end`,
      old_secret_ends_at: sql<Date>`case when old_secret_ends_at > now() then old_secret_ends_at
        else now() + make_interval(hours => ${changeOverHours}) end`,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An endpoint that listens to an event. */
export interface Listener {
  id: string;
  /** Consecutive failed or slow attempts. */
  trouble: number;
}

/**
 * The endpoints of a site that listen to an event, locked against deletion (FOR KEY SHARE). One that is being deleted is
 * waited for, and left out.
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

/** An endpoint under a lease. */
export interface ClaimedEndpoint {
  /** End of the lease, which also identifies it. */
  claim: string;
  url: string;
  enabled: boolean;
  isSwitchedOff: boolean;
  trouble: number;
}

/** Length of the lease: longer than a round; after a crash the endpoint is free again then. */
export const claimSeconds = 30;

/** Takes a lease on an endpoint. @returns undefined for a leased or deleted one */
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

/** Ends a lease. No effect on an expired one that another process has taken since (compare and set). */
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

/** Records an attempt at its endpoint. @returns its `trouble`; undefined for a deleted one */
export const noteAttempt = (
  tx: Transaction,
  { siteId, id }: EndpointRef,
  { attempt, ok, tookLong }: { attempt: Omit<Attempt, 'at'>; ok: boolean; tookLong: boolean },
): Promise<{ trouble: number } | undefined> =>
  tx
    .withTables<Tables>()
    .updateTable('site_event_endpoint')
    .set({
      trouble: ok && !tookLong ? 0 : sql<number>`trouble + 1`,
      failing_since: ok ? null : sql<Date>`coalesce(failing_since, now())`,
      last_attempt: timed(attempt),
      ...(ok && { switched_off_at: null }),
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning('trouble')
    .executeTakeFirst();

/** Switches an endpoint off that has failed for days. @returns whether this call did so */
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
