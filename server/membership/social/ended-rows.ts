import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

const job = deletingJob('forget-dead-popups', '27 * * * *');

/** Attempts to sign in with a provider, and tickets to connect one, that have expired. */
export const deadPopups: readonly EndedRows[] = [
  { table: 'provider_attempt', since: 'expires_at', job },
  { table: 'connect_ticket', since: 'expires_at', job },
];
