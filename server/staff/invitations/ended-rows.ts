import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** A month: owners see until then that a link was not used. */
const keptSeconds = 30 * 86_400;

/** Links that were not used. */
export const unusedInvitations: readonly EndedRows[] = [
  {
    table: 'staff_invitation',
    since: 'expires_at',
    keptFor: keptSeconds,
    job: deletingJob('forget-unused-staff-invitations', '26 * * * *'),
  },
];
