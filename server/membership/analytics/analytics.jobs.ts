import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetOldCounts } from './page-counts.ts';

const forgetCountsJob = jobKind({ name: 'forget-old-page-counts', lane: 'upkeep', schedule: '7 3 * * *' });

export const analyticsJobs = ({ db }: Services): Job[] => [handle(forgetCountsJob, () => forgetOldCounts(db))];
