import type { SiteEventName } from '../../../contract/site-events.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  askFor,
  findDelivery,
  selectDeliveries,
  type Attempt,
  type DeliveryQuery,
  type DeliveryState,
} from './deliveries.store.ts';
import { roundOf } from './delivery-rounds.ts';

/** One event for one endpoint, with its attempts. */
export interface Delivery {
  /** What the receiver sees as `svix-id`. */
  id: string;
  endpointId: string;
  event: SiteEventName;
  state: DeliveryState;
  attempts: Attempt[];
  createdAt: Date;
  /** When it is tried next; null unless it waits. */
  nextAttemptAt: Date | null;
}

/** Deliveries of a site that are still in the log (`RETENTION_DAYS`, deliveries), the newest first. */
export const listDeliveries = async (db: Database, siteId: string, query: DeliveryQuery): Promise<Delivery[]> =>
  (await selectDeliveries(db, siteId, query)).map(withIsoTimes);

/**
 * A delivery with its content, null once erased.
 *
 * @throws Refusal webhook-not-found
 */
export async function getDelivery(
  db: Database,
  siteId: string,
  id: string,
): Promise<Delivery & { payload: Record<string, unknown> | null }> {
  const found = await findDelivery(db, siteId, id);
  if (!found) throw unknownDelivery('No message of your webhooks has this id.');
  return withIsoTimes(found);
}

/** Times of attempts as JavaScript writes them: those in the column are the database's, with microseconds. */
const withIsoTimes = <D extends { attempts: Attempt[] }>(delivery: D): D => ({
  ...delivery,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
});

const unknownDelivery = (message: string) => new Refusal('webhook-not-found', { message });

/**
 * Sends a delivery again at once, whatever its state, under the same id. A success switches an endpoint on that was
 * switched off.
 *
 * @throws Refusal webhook-not-found for an unknown delivery, and one whose content is erased
 */
export const retryDelivery = (db: Database, siteId: string, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    const asked = await askFor(tx, siteId, id);
    if (!asked) throw unknownDelivery('No message of your webhooks has this id, or its content is not kept any more.');
    // Priority over other slow endpoints: the site's builder waits for the outcome.
    await addJob(tx, ...roundOf({ siteId, id: asked.endpointId }, { trouble: 0, isPatient: true }));
  });

export { forgetToldOf } from './deliveries.store.ts';
export type { Attempt, DeliveryQuery, DeliveryState };
