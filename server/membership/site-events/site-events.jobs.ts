import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { deleteOldDeliveries, forgetOldContent } from './deliveries.store.ts';
import { deliverDue } from './deliver.ts';
import { patientJob, promptJob } from './delivery-rounds.ts';

const forgetDeliveriesJob = jobKind({ name: 'forget-old-deliveries', lane: 'upkeep', schedule: '27 * * * *' });

/** Telling sites' owners what happened, and forgetting after a month that it was told. */
export const siteEventJobs = (services: Services): Job[] => [
  handle(promptJob, (endpoint) => deliverDue(services, endpoint, false)),
  handle(patientJob, (endpoint) => deliverDue(services, endpoint, true)),
  handle(forgetDeliveriesJob, async () => {
    await deleteOldDeliveries(services.db);
    await forgetOldContent(services.db);
  }),
];
