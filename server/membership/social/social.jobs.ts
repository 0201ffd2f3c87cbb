import type { JobKind } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetDeadAttempts } from './attempts.ts';

/** Once an hour, what popups have left behind goes. */
export const socialJobs = ({ db }: Services): JobKind[] => [
  { name: 'forget-dead-popups', lane: 'upkeep', schedule: '27 * * * *', handler: () => forgetDeadAttempts(db) },
];
