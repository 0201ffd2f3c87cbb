import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetDeadAttempts } from './attempts.ts';

const forgetPopupsJob = jobKind({ name: 'forget-dead-popups', lane: 'upkeep', schedule: '27 * * * *' });

/** Once an hour, what popups have left behind goes. */
export const socialJobs = ({ db }: Services): Job[] => [handle(forgetPopupsJob, () => forgetDeadAttempts(db))];
