import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/**
 * Sessions past their end. An idle one cannot be used sooner, and goes by the same date: an index on its last use
 * would make every use write to all indexes.
 */
export const deadSessions: readonly EndedRows[] = [
  { table: 'session', since: 'expires_at', job: deletingJob('forget-dead-sessions', '17 * * * *') },
];
