import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { endPastRegistrations } from './past-webinars.ts';

/** Ends webinar registrations for past occasions. */
export const endRegistrationsJob = jobKind({
  name: 'end-past-webinar-registrations',
  lane: 'upkeep',
  schedule: '*/15 * * * *',
});

/** Background jobs of enquiries and webinars. */
export const requestJobs = (services: EnrolmentServices): Job[] => [
  handle(endRegistrationsJob, () => endPastRegistrations(services)),
];
