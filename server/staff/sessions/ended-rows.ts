import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Sessions past their absolute end. An idle one cannot be used sooner, and goes by the same date. */
export const deadSessions: readonly EndedRows[] = [
  { table: 'staff_session', since: 'expires_at', job: deletingJob('forget-dead-staff-sessions', '29 * * * *') },
];
