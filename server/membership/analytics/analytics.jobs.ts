import { handle, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { foldCountsJob, foldPastCounts } from './page-counts.ts';

export const analyticsJobs = ({ db }: Services): Job[] => [handle(foldCountsJob, (begun) => foldPastCounts(db, begun))];
