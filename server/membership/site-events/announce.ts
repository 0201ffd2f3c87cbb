import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import type { Services } from '../services.ts';
import { insertDelivery } from './deliveries.store.ts';
import { queueDelivery } from './delivery-job.ts';
import type { SiteEventName } from './site-event.ts';
import { listListeners } from './endpoints.store.ts';

export type SiteEventPayload = Record<string, unknown>;

/**
 * Tells a site's owner what happened, at every endpoint that listens to it. Queued in the caller's transaction, so it
 * is told exactly if it happened.
 *
 * @param payload what the owner may see; a function where it takes queries, called only if somebody listens
 */
export async function announce(
  _services: Services,
  tx: Database,
  siteId: string,
  event: SiteEventName,
  payload: SiteEventPayload | (() => Promise<SiteEventPayload>),
): Promise<void> {
  const listeners = await listListeners(tx, siteId, event);
  if (listeners.length === 0) return;
  const content = typeof payload === 'function' ? await payload() : payload;
  for (const endpoint of listeners) {
    const id = newId('msg_');
    await insertDelivery(tx, { id, siteId, endpointId: endpoint.id, event, payload: content });
    await queueDelivery(tx, { id, endpoint });
  }
}
