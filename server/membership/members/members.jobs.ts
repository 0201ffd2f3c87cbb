import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { foldMemberCounts } from './member-list.ts';
import { sweepFiles, sweepJob } from './picture/profile-image.ts';

/** Every five minutes: even a hundred sign-ups a second leave a list no more than 30,000 rows to add up. */
const foldCountsJob = jobKind({ name: 'fold-member-counts', lane: 'upkeep', schedule: '*/5 * * * *' });

export const memberJobs = (services: Services): Job[] => [
  handle(sweepJob, () => sweepFiles(services)),
  handle(foldCountsJob, () => foldMemberCounts(services.db)),
];
