import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import type { Services } from '../services.ts';
import { insertDelivery } from './deliveries.store.ts';
import { queueRound } from './delivery-rounds.ts';
import { listListeners } from './endpoints.store.ts';
import type { SiteEventName } from './site-event.ts';

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
  for (const { id: endpointId, trouble } of listeners) {
    await insertDelivery(tx, { id: newId('msg_'), siteId, endpointId, event, payload: content });
    await queueRound(tx, { siteId, id: endpointId }, { trouble });
  }
}
