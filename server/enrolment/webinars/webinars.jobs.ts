import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { mailRecording, mailRecordingJob } from './after-webinars.ts';
import { endPastRegistrations } from './past-webinars.ts';
import { remindJob, remindOfWebinars } from './remind.ts';
import { tellChanges, tellChangesJob } from './tell-changes.ts';

/** Ends webinar registrations for past occasions. */
export const endRegistrationsJob = jobKind({
  name: 'end-past-webinar-registrations',
  lane: 'upkeep',
  schedule: '*/15 * * * *',
});

/** Background jobs of webinars. */
export const webinarJobs = (services: EnrolmentServices): Job[] => [
  handle(endRegistrationsJob, () => endPastRegistrations(services)),
  handle(remindJob, () => remindOfWebinars(services)),
  handle(tellChangesJob, ({ webinarId }) => tellChanges(services, webinarId)),
  handle(mailRecordingJob, (occasion) => mailRecording(services, occasion)),
];
