import { day } from './mails/mail-budgets.ts';
import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

const job = deletingJob('forget-dead-sign-ins', '17 * * * *');

/** Codes, links and sign-ups that have expired, and mails that count no longer. */
export const endedSignIns: readonly EndedRows[] = [
  { table: 'mailed_code', since: 'expires_at', job },
  { table: 'verification_link', since: 'expires_at', job },
  { table: 'first_factor_link', since: 'expires_at', job },
  { table: 'pending_sign_up', since: 'expires_at', job },
  { table: 'mailbox_mail', since: 'leaves_at', keptFor: day, job },
];
