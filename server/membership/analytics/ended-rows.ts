import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Page counts past their time. */
export const oldPageCounts: readonly EndedRows[] = [
  {
    table: 'page_count',
    since: 'day',
    keptFor: 'page-counts',
    job: deletingJob('forget-old-page-counts', '7 3 * * *'),
  },
];
