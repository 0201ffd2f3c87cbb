import type { Transaction } from '../../platform/database/database.ts';
import { addJobs } from '../../platform/jobs.ts';
import { newId } from '../../platform/keys.ts';
import { insertDeliveries } from './deliveries.store.ts';
import { roundOf } from './delivery-rounds.ts';
import { holdListeners } from './endpoints.store.ts';
import type { SiteEventName } from './site-event.ts';

export type SiteEventPayload = Record<string, unknown>;

/**
 * Tells a site's owner what happened, at every endpoint that listens to it. Queued in the caller's transaction, so it
 * is told exactly if it happened.
 *
 * @param payload what the owner may see; a function where it takes queries, called only if somebody listens
 */
export async function announce(
  tx: Transaction,
  siteId: string,
  event: SiteEventName,
  payload: SiteEventPayload | (() => Promise<SiteEventPayload>),
): Promise<void> {
  const listeners = await holdListeners(tx, siteId, event);
  if (listeners.length === 0) return;
  const content = typeof payload === 'function' ? await payload() : payload;
  const deliveries = listeners.map(({ id }) => ({
    id: newId('msg_'),
    siteId,
    endpointId: id,
    event,
    payload: content,
  }));
  await insertDeliveries(tx, deliveries);
  await addJobs(
    tx,
    listeners.map(({ id, trouble }) => roundOf({ siteId, id }, { trouble })),
  );
}
