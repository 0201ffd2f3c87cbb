import { bounds, endedRows } from '../../server/growth.ts';
import type { EndedRows } from '../../server/platform/ended-rows.ts';
import { defaultRetention, retentionTable, secondsPerDay } from '../../server/platform/retention.ts';
import { duration, markdownTable } from './markdown-table.ts';

/** The settings of `RETENTION_DAYS`. */
export const retentionTableText = (): string =>
  markdownTable(
    ['name', 'days', 'at least', 'keeps'],
    Object.entries(retentionTable).map(([name, { days, least, keeps }]) => [`\`${name}\``, days, least, keeps]),
  );

/** Every table with rows that a job deletes. */
export const endedTable = (): string =>
  markdownTable(
    ['table', 'kept', 'setting', 'job', 'when (UTC)'],
    endedRows.map((rows) => [
      `\`${rows.table}\``,
      keptFor(rows),
      typeof rows.keptFor === 'string' ? `\`${rows.keptFor}\`` : '',
      `\`${rows.job.name}\``,
      `\`${rows.job.schedule ?? ''}\``,
    ]),
  );

function keptFor({ keptFor: kept, since }: EndedRows): string {
  if (kept === undefined) return `until \`${since}\``;
  return `${duration(typeof kept === 'number' ? kept : defaultRetention[kept] * secondsPerDay)} after \`${since}\``;
}

/** Every table of the database. */
export const boundsTable = (): string =>
  markdownTable(
    ['table', 'has at most', 'size', 'other jobs'],
    Object.entries(bounds).map(([table, { most, small, job }]) => [
      `\`${table}\``,
      most,
      small ? 'small' : 'large',
      job ? `\`${job}\`` : '',
    ]),
  );
