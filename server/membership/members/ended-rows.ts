import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Former addresses that are free again. */
export const freedAddresses: readonly EndedRows[] = [
  { table: 'former_address', since: 'kept_until', job: deletingJob('forget-former-addresses', '18 * * * *') },
];
