import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import { endDueViews, type ViewServices } from './views.ts';

/** Every minute, so that the audit trail tells of an end when it is. */
const endViewsJob = jobKind({ name: 'end-member-views', lane: 'upkeep', schedule: '* * * * *' });

export const viewJobs = (services: ViewServices): Job[] => [handle(endViewsJob, () => endDueViews(services))];
