import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Webhook deliveries past their time in the log. */
export const oldDeliveries: readonly EndedRows[] = [
  {
    table: 'site_event_delivery',
    since: 'created_at',
    keptFor: 'deliveries',
    job: deletingJob('forget-old-deliveries', '27 * * * *'),
  },
];
