import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetUsedProofs } from './captcha.ts';

const forgetProofsJob = jobKind({ name: 'forget-used-captchas', lane: 'upkeep', schedule: '57 * * * *' });

export const captchaJobs = ({ db }: Services): Job[] => [handle(forgetProofsJob, () => forgetUsedProofs(db))];
