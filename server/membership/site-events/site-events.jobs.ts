import type { JobKind } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { deleteOldDeliveries, forgetOldContent } from './deliveries.store.ts';
import { deliverDue } from './deliver.ts';
import { patientJob, promptJob, type EndpointRef } from './delivery-rounds.ts';

/** Telling sites' owners what happened, and forgetting after a month that it was told. */
export const siteEventJobs = (services: Services): JobKind[] => [
  { name: promptJob, lane: 'webhooks', handler: (endpoint) => deliverDue(services, endpoint as EndpointRef, false) },
  {
    name: patientJob,
    lane: 'slow-webhooks',
    handler: (endpoint) => deliverDue(services, endpoint as EndpointRef, true),
  },
  {
    name: 'forget-old-deliveries',
    lane: 'upkeep',
    schedule: '27 * * * *',
    handler: async () => {
      await deleteOldDeliveries(services.db);
      await forgetOldContent(services.db);
    },
  },
];
