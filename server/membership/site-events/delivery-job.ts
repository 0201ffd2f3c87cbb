import type { Database } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';

/** Two kinds of one job, in lanes of their own: whoever answers at once never waits for those who do not. */
export const promptJob = 'deliver-site-event';
export const patientJob = 'deliver-site-event-slowly';

export interface QueuedDelivery {
  id: string;
  endpoint: { siteId: string; id: string; isSlow: boolean };
  afterSeconds?: number;
}

/** Has a delivery tried. One endpoint is sent one thing at a time, so that none takes all the workers. */
export const queueDelivery = (tx: Database, { id, endpoint, afterSeconds = 0 }: QueuedDelivery): Promise<void> =>
  addJob(tx, {
    name: endpoint.isSlow ? patientJob : promptJob,
    payload: { id },
    key: `deliver-${id}`,
    queue: `site-events-${endpoint.siteId}-${endpoint.id}`,
    afterSeconds,
  });
