import { keptDays } from '../../../shared/retention.ts';
import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';
import { secondsPerDay } from '../../platform/retention.ts';

const job = deletingJob('forget-dead-sessions', '17 * * * *');

/**
 * Sessions past their end. An idle one cannot be used sooner, and goes by the same date: an index on its last use
 * would make every use write to all indexes.
 */
export const deadSessions: readonly EndedRows[] = [
  { table: 'session', since: 'expires_at', job },
  { table: 'member_device', since: 'last_seen_at', keptFor: keptDays.knownDevice * secondsPerDay, job },
];
