import { sql } from 'kysely';
import { auditList, type AuditRow } from '../../../contract/console/audit.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { anyOf, comparing, type Condition } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';

/** The audit trail as a list of what somebody may see of it. */
export const auditSource = (scope: StaffScope): ListSource<typeof auditList, AuditRow> => ({
  list: auditList,
  from: sql`audit_entry a`,
  id: sql`a.id`,
  hasNumericId: true,
  where: () => inScope(scope),
  // Entries are numbered in the order of their time.
  sorts: { at: { by: sql`a.id`, type: 'bigint' } },
  filters: {
    at: comparing(sql`a.created_at`),
    actor: comparing(sql`a.actor`),
    staffId: comparing(sql`a.staff_id`),
    action: comparing(sql`a.action`),
    subject: comparing(sql`a.subject`),
    site: comparing(sql`a.site_id`),
    partner: comparing(sql`a.partner`),
  },
  read: readEntries,
  cells: {
    at: ({ at }) => at,
    actor: ({ actor }) => actor,
    staffId: ({ staffId }) => staffId,
    action: ({ action }) => action,
    subject: ({ subject }) => subject,
    site: ({ siteId }) => siteId,
    partner: ({ partner }) => partner,
    note: ({ note }) => note || null,
    reason: ({ reason }) => reason,
  },
});

/** Entries of neither a site nor a partner are for staff without a limit to their scope. */
function inScope({ sites, partners }: StaffScope) {
  if (sites === 'all' && partners === 'all') return [];
  return [anyOf([...among(sql`a.site_id`, sites), ...among(sql`a.partner`, partners)])];
}

const among = (expression: Condition, given: 'all' | readonly string[]): Condition[] => {
  if (given === 'all') return [sql`${expression} is not null`];
  return given.length === 0 ? [] : [comparing(expression)({ column: '', operator: 'is', values: given })];
};

async function readEntries(db: Database, ids: readonly string[]): Promise<AuditRow[]> {
  const { rows } = await sql<Omit<AuditRow, 'at'> & { at: Date }>`
    select id::text as id, created_at as at, actor, staff_id as "staffId", action, subject, site_id as "siteId", partner,
      note, reason
    from audit_entry where id = any(${ids}::bigint[])`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
