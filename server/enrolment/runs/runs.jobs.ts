import { handle, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { queueCohortMail } from './cohort-mails.ts';
import {
  remindMoveJob,
  remindRunJob,
  sendCohortMailJob,
  settleMoveJob,
  settleMovesJob,
  settleRunJob,
  settleRunsJob,
} from './run-jobs.ts';
import { remindMove, settleMove, settleMoves } from './settle-move.ts';
import { remindRun, settleRun, settleRuns } from './settle-run.ts';

/** Background jobs of cancelled and moved runs, and of mail to cohorts. */
export const runJobs = (services: EnrolmentServices): Job[] => [
  handle(settleRunJob, ({ cohortId }) => settleRun(services, cohortId)),
  handle(settleRunsJob, () => settleRuns(services)),
  handle(remindRunJob, ({ cohortId }) => remindRun(services, cohortId)),
  handle(settleMoveJob, ({ cohortId }) => settleMove(services, cohortId)),
  handle(settleMovesJob, () => settleMoves(services)),
  handle(remindMoveJob, ({ cohortId }) => remindMove(services, cohortId)),
  handle(sendCohortMailJob, ({ mailId }) => queueCohortMail(services, mailId)),
];
