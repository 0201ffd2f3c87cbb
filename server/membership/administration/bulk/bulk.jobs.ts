import { handle, type Job } from '../../../platform/jobs.ts';
import type { Services } from '../../services.ts';
import { bulkJob, runBulk } from './run-bulk.ts';

/** Handlers of the acts on many members. */
export const bulkJobs = (services: Services): Job[] => [handle(bulkJob, (place) => runBulk(services, place))];
