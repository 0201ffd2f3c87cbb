import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { forgetOldEnquiries } from './enquiries.ts';
import { endPastRegistrations } from './past-webinars.ts';

const forgetEnquiriesJob = jobKind({ name: 'forget-old-enquiries', lane: 'upkeep', schedule: '50 4 * * *' });
/** Ends webinar registrations for an occasion that is over. */
export const endRegistrationsJob = jobKind({
  name: 'end-past-webinar-registrations',
  lane: 'upkeep',
  schedule: '*/15 * * * *',
});

export const requestJobs = (services: EnrolmentServices): Job[] => [
  handle(forgetEnquiriesJob, () => forgetOldEnquiries(services.db)),
  handle(endRegistrationsJob, () => endPastRegistrations(services)),
];
