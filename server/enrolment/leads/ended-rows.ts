import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

const job = deletingJob('forget-old-leads', '27 * * * *');

/** Leads and links that have expired. What staff need of a lead is kept with the enquiries. */
export const pastLeads: readonly EndedRows[] = [
  { table: 'lead', since: 'expires_at', job },
  { table: 'lead_link', since: 'expires_at', job },
];
