import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Marks of typing and of being there. */
export const pastPresence: readonly EndedRows[] = [
  {
    table: 'comment_typing',
    since: 'here_until',
    only: 'until < now()',
    job: deletingJob('forget-typing', '7 * * * *'),
  },
];
