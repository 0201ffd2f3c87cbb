import { transaction, type Database } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { askFor, selectDeliveries, type Attempt, type DeliveryQuery, type DeliveryState } from './deliveries.store.ts';
import { roundOf } from './delivery-rounds.ts';
import type { SiteEventName } from './site-event.ts';

/** One event on its way to one endpoint, with all that became of it. */
export interface Delivery {
  /** What the receiver sees as `svix-id`. */
  id: string;
  endpointId: string;
  event: SiteEventName;
  state: DeliveryState;
  attempts: Attempt[];
  createdAt: Date;
}

/** What was sent to a site's owner within the last 30 days, the newest first. */
export const listDeliveries = (db: Database, siteId: string, query: DeliveryQuery): Promise<Delivery[]> =>
  selectDeliveries(db, siteId, query);

/**
 * Sends a delivery again, now, whatever became of it, under the same id. Where that succeeds, an endpoint that was
 * switched off is on again.
 *
 * @throws Refusal webhook-not-found when the site has no such delivery, or what was sent is not kept any more
 */
export const retryDelivery = (db: Database, siteId: string, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    const asked = await askFor(tx, siteId, id);
    if (!asked) throw new Refusal('webhook-not-found');
    // Before all others in trouble: somebody is waiting to see it.
    await addJob(tx, ...roundOf({ siteId, id: asked.endpointId }, { trouble: 0, isPatient: true }));
  });

export { forgetToldOf } from './deliveries.store.ts';
export type { Attempt, DeliveryQuery, DeliveryState };
