import { exampleMessage, type SiteEventName, type SiteEventPayload } from '../../../contract/site-events.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { addJobs } from '../../platform/jobs.ts';
import { newId } from '../../platform/keys.ts';
import { insertDeliveries, type NewDelivery } from './deliveries.store.ts';
import { roundOf } from './delivery-rounds.ts';
import { holdListeners, type Listener } from './endpoints.store.ts';

/**
 * Queues a site event for every endpoint that listens to it, in the caller's transaction (transactional outbox): it is
 * delivered if and only if the change is committed.
 *
 * @param payload what the owner may see; a function where it takes queries, called only if an endpoint listens
 */
export async function announce<Name extends SiteEventName>(
  tx: Transaction,
  siteId: string,
  event: Name,
  payload: SiteEventPayload<Name> | (() => Promise<SiteEventPayload<Name>>),
): Promise<void> {
  const listeners = await holdListeners(tx, siteId, event);
  if (listeners.length === 0) return;
  const content = typeof payload === 'function' ? await payload() : payload;
  await queueDeliveries(tx, siteId, {
    listeners,
    deliveries: listeners.map(({ id }) => ({ id: newId('msg_'), endpointId: id, event, payload: content })),
  });
}

/**
 * Queues an example of a site event for every endpoint that listens to it. Its ids begin with `msg_test_`, by which a
 * receiver can tell it from a real one.
 *
 * @returns the deliveries; none where no endpoint listens
 */
export async function announceExample(tx: Transaction, siteId: string, event: SiteEventName): Promise<NewDelivery[]> {
  const listeners = await holdListeners(tx, siteId, event);
  if (listeners.length === 0) return [];
  const { payload } = exampleMessage(event);
  const deliveries = listeners.map(({ id }) => ({ id: newId('msg_test_'), endpointId: id, event, payload }));
  await queueDeliveries(tx, siteId, { listeners, deliveries });
  return deliveries;
}

async function queueDeliveries(
  tx: Transaction,
  siteId: string,
  { listeners, deliveries }: { listeners: readonly Listener[]; deliveries: readonly NewDelivery[] },
): Promise<void> {
  await insertDeliveries(tx, siteId, deliveries);
  await addJobs(
    tx,
    listeners.map(({ id, trouble }) => roundOf({ siteId, id }, { trouble })),
  );
}
