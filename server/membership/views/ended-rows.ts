import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';
import { secondsPerDay } from '../../platform/retention.ts';

/** Views of yesterday: the audit trail tells of them. */
export const pastViews: readonly EndedRows[] = [
  {
    table: 'member_view',
    since: 'ends_at',
    keptFor: secondsPerDay,
    job: deletingJob('forget-member-views', '43 * * * *'),
  },
];
