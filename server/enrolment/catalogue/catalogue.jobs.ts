import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { seedCohorts } from './seed-cohorts.ts';

const seedCohortsJob = jobKind({ name: 'seed-cohorts', lane: 'upkeep', schedule: '10 * * * *' });

/** The catalogue's background jobs. */
export const catalogueJobs = (platform: Platform): Job[] => [handle(seedCohortsJob, () => seedCohorts(platform))];
