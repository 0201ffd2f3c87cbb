import { sql, type Generated } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SiteEventName } from './site-event.ts';

type Tables = {
  site_event_endpoint: {
    site_id: string;
    id: string;
    url: string;
    events: SiteEventName[] | null;
    enabled: boolean;
    sealed_secret: Buffer;
    is_slow: Generated<boolean>;
    failing_since: Generated<Date | null>;
    switched_off_at: Generated<Date | null>;
  };
  site_event_delivery: {
    id: string;
    site_id: string;
    endpoint_id: string;
    event: SiteEventName;
    payload: Record<string, unknown>;
    created_at: Generated<Date>;
  };
};

export interface Listener {
  siteId: string;
  id: string;
  isSlow: boolean;
}

/** The endpoints of a site that want to hear of an event. */
export const listListeners = (db: Database, siteId: string, event: SiteEventName): Promise<Listener[]> =>
  db
    .withTables<Tables>()
    .selectFrom('site_event_endpoint')
    .select(['site_id as siteId', 'id', 'is_slow as isSlow'])
    .where('site_id', '=', siteId)
    .where('enabled', '=', true)
    .where('switched_off_at', 'is', null)
    .where(sql<boolean>`coalesce(${event} = any (events), true)`)
    .orderBy('id')
    .execute();

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
