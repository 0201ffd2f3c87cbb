import { handle, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { sweepFiles, sweepJob } from './picture/profile-image.ts';

export const memberJobs = (services: Services): Job[] => [handle(sweepJob, () => sweepFiles(services))];
