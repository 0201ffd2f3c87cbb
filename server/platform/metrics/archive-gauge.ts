import { sql } from 'kysely';
import type { StoredGauge } from './stored-gauges.ts';

/**
 * Whether PostgreSQL failed to archive its write-ahead log when it last tried. It keeps what is not archived, so the disk of
 * the primary fills, and a restore reaches no further. 0 where nothing is archived.
 */
export const archiveGauge: StoredGauge = {
  name: 'intake_archive_failing',
  help: 'Whether the last try to archive the write-ahead log of the database failed: 0 or 1.',
  labels: {},
  rows: sql`select array[]::text[] as labels, count(*) as count
    from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')`,
};
