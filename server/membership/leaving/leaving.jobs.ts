import { handle, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetAbandoned, forgetAbandonedJob, type MemberKeeper } from './abandoned-accounts.ts';

/** Handler of the job that deletes abandoned accounts. @param keepers called in this order */
export const leavingJobs = (services: Services, keepers: readonly MemberKeeper[]): Job[] => [
  handle(forgetAbandonedJob, ({ after }) => forgetAbandoned(services, keepers, after)),
];
