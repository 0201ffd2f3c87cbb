import type { JobKind } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';
import { deliver } from './deliver.ts';
import { patientJob, promptJob } from './delivery-job.ts';

type Payload = { id: string; isAskedFor: boolean };

/** Telling sites' owners what happened, and forgetting after a month that it was told. */
export const siteEventJobs = (services: Services): JobKind[] => [
  { name: promptJob, lane: 'webhooks', handler: (payload) => deliver(services, payload as Payload, false) },
  { name: patientJob, lane: 'slow-webhooks', handler: (payload) => deliver(services, payload as Payload, true) },
  {
    name: 'forget-old-deliveries',
    lane: 'upkeep',
    schedule: '27 * * * *',
    handler: () => deleteOldDeliveries(services.db),
  },
];
