import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';
import { secondsPerDay } from '../../platform/retention.ts';

/** Mails to cohorts that were written and not sent. */
export const unsentMails: readonly EndedRows[] = [
  {
    table: 'cohort_mail',
    since: 'created_at',
    keptFor: secondsPerDay,
    only: 'sent_at is null',
    job: deletingJob('forget-unsent-cohort-mails', '23 * * * *'),
  },
];
