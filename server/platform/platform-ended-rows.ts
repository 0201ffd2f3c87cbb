import { handledCardEvents } from './cards/card-events/ended-rows.ts';
import { deletingJob, type EndedRows } from './ended-rows.ts';
import { endedCounts } from './http/limits.ts';
import { oldMails } from './mail.ts';
import { endedFactors } from './second-factor/ended-rows.ts';

/** Jobs that failed for good. The queue itself deletes those that succeed. */
const givenUpJobs: EndedRows = {
  table: 'graphile_worker._private_jobs',
  since: 'run_at',
  keptFor: 'given-up-jobs',
  only: 'attempts >= max_attempts and locked_at is null',
  job: deletingJob('forget-given-up-jobs', '20 4 * * *'),
};

/** Rows of the platform that a job deletes once they have ended. */
export const platformEndedRows: readonly EndedRows[] = [
  endedCounts,
  givenUpJobs,
  ...oldMails,
  ...endedFactors,
  ...handledCardEvents,
];
