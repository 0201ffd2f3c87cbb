import { handleInRounds } from '../../platform/ended-rows.ts';
import { jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetEntries } from '../../platform/audit/audit.store.ts';

const forgetActsJob = jobKind({ name: 'forget-old-acts', lane: 'upkeep', schedule: '30 4 * * *' });

/** Handler of the nightly end of old entries of the audit trail. */
export const auditJobs = ({ db, retention }: Services): Job[] => [
  handleInRounds(db, forgetActsJob, [() => forgetEntries(db, retention.audit)]),
];
