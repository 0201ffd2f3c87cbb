import type { Database } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';

/** Two kinds of one job, in lanes of their own: who answers at once never waits for those who do not. */
export const promptJob = 'deliver-site-event';
export const patientJob = 'deliver-site-event-patiently';

export interface QueuedDelivery {
  id: string;
  endpoint: { siteId: string; id: string; trouble: number };
  afterSeconds?: number;
  /** Somebody wants to see this one sent, be the endpoint switched off or in trouble. */
  isAskedFor?: boolean;
}

/** Beyond this nobody is worse off. */
const worstTrouble = 10_000;

/**
 * Has a delivery tried. One endpoint is sent one thing at a time, so that none takes all the workers, and among those
 * in trouble the ones with the least come first.
 */
export const queueDelivery = (
  tx: Database,
  { id, endpoint, afterSeconds = 0, isAskedFor = false }: QueuedDelivery,
): Promise<void> =>
  addJob(tx, {
    name: endpoint.trouble > 0 || isAskedFor ? patientJob : promptJob,
    payload: { id, isAskedFor },
    key: `deliver-${id}`,
    queue: `site-events-${endpoint.siteId}-${endpoint.id}`,
    priority: isAskedFor ? 0 : Math.min(endpoint.trouble, worstTrouble),
    afterSeconds,
  });
