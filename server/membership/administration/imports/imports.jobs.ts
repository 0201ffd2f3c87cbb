import { handle, type Job } from '../../../platform/jobs.ts';
import type { Services } from '../../services.ts';
import { sweepImports, sweepImportsJob } from './import-file.ts';
import { importJob, runImport } from './run-import.ts';

/** Handlers of the import of members by staff. */
export const importJobs = (services: Services): Job[] => [
  handle(importJob, (place) => runImport(services, place)),
  handle(sweepImportsJob, () => sweepImports(services)),
];
