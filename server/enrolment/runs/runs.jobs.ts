import { handle, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { queueCohortMail } from './cohort-mails.ts';
import { remindRunJob, sendCohortMailJob, settleRunJob, settleRunsJob } from './run-jobs.ts';
import { remindRun, settleRun, settleRuns } from './settle-run.ts';

/** Background jobs of cancelled runs, and of mail to cohorts. */
export const runJobs = (services: EnrolmentServices): Job[] => [
  handle(settleRunJob, ({ cohortId }) => settleRun(services, cohortId)),
  handle(settleRunsJob, () => settleRuns(services)),
  handle(remindRunJob, ({ cohortId }) => remindRun(services, cohortId)),
  handle(sendCohortMailJob, ({ mailId }) => queueCohortMail(services, mailId)),
];
