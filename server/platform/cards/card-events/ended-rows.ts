import { deletingJob, type EndedRows } from '../../ended-rows.ts';

/** Events that were handled. One that waits stays, however old. */
export const handledCardEvents: readonly EndedRows[] = [
  {
    table: 'provider_event',
    since: 'received_at',
    keptFor: 'card-events',
    only: 'processed_at is not null',
    job: deletingJob('forget-card-events', '37 * * * *'),
  },
];
