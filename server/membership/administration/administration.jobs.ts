import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { warnOfExpiringKeys } from './secret-keys.ts';

const warnJob = jobKind({ name: 'tell-of-expiring-keys', lane: 'upkeep', schedule: '10 6 * * *' });

export const administrationJobs = (services: Services): Job[] => [handle(warnJob, () => warnOfExpiringKeys(services))];
