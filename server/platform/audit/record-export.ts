import type { ListFilter, ListQuery } from '../../../contract/console/list.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Transaction } from '../database/database.ts';
import { recordEntry, type AuditedBy } from './audit.ts';

/** An export of a list across sites or partners. */
export interface ListExport extends AuditedBy {
  staffId: string;
  /** As `thing.exported`. */
  action: string;
  scope: StaffScope;
  query: Pick<ListQuery, 'search' | 'filters'>;
  /** The one site that the whole list belongs to, where it does. */
  siteId?: string;
  /** What was exported; the person who did, where it is a list of all there is. */
  subject?: string;
}

/**
 * Adds an export to the audit trail: an entry for each site and partner whose rows it may hold, so that their staff find
 * it among their own; one of neither for an export of everything. Notes what it was narrowed by, never the values.
 */
export async function recordExport(tx: Transaction, { scope, query, siteId, ...act }: ListExport): Promise<void> {
  const asked = [...(query.search === '' ? [] : ['search']), ...query.filters.map(({ column }) => column)];
  const note = [...new Set(asked)].join(', ');
  for (const place of placesOf(scope, query.filters, siteId))
    await recordEntry(tx, { subject: act.staffId, ...act, ...place, note });
}

/** Where the rows of an export are. */
type Place = { siteId: string | null; partner?: string };

function placesOf({ sites, partners }: StaffScope, filters: readonly ListFilter[], siteId?: string): Place[] {
  const ofPartners = narrowed(partners, filters, 'partner').map((partner) => ({ siteId: siteId ?? null, partner }));
  const ofSites = siteId === undefined ? narrowed(sites, filters, 'site').map((id) => ({ siteId: id })) : [];
  const places = [...ofSites, ...ofPartners];
  return places.length > 0 ? places : [{ siteId: siteId ?? null }];
}

/** What was given and asked for, by name; none where that is everything. */
function narrowed(given: StaffScope['sites'], filters: readonly ListFilter[], named: string): readonly string[] {
  const asked = filters.find(({ column, operator }) => column === named && operator === 'is')?.values;
  if (given === 'all') return [...new Set(asked)];
  return asked === undefined ? given : given.filter((one) => asked.includes(one));
}
