import { handleInRounds } from '../../platform/ended-rows.ts';
import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { eraseOldContent } from './deliveries.store.ts';
import { deliverDue } from './deliver.ts';
import { patientJob, promptJob } from './delivery-rounds.ts';

const eraseContentJob = jobKind({ name: 'erase-delivered-content', lane: 'upkeep', schedule: '28 * * * *' });

/** Handlers of the delivery of site events, and of the end of their content. */
export const siteEventJobs = (services: Services): Job[] => [
  handle(promptJob, (endpoint) => deliverDue(services, endpoint, false)),
  handle(patientJob, (endpoint) => deliverDue(services, endpoint, true)),
  handleInRounds(services.db, eraseContentJob, [
    () => eraseOldContent(services.db, services.retention['delivered-content']),
  ]),
];
