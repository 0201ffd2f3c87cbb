import { sql, type Generated } from 'kysely';
import type { ViewedList } from '../../../contract/console/views.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/lists/conditions.ts';

type Tables = {
  list_view: {
    id: string;
    staff_id: string;
    list: ViewedList;
    site_id: string | null;
    name: string;
    query: string;
    shared: Generated<boolean>;
    created_at: Generated<Date>;
  };
};

/** A view as it is stored, with the name of its maker. */
export interface StoredView {
  id: string;
  staffId: string;
  list: ViewedList;
  siteId: string | null;
  name: string;
  query: string;
  isShared: boolean;
  by: string;
}

/** What views may be about. */
export interface ViewPlaces {
  lists: readonly ViewedList[];
  /** Sites in scope. */
  sites: readonly string[];
}

/** Whose views are looked for, and which shared ones they see. */
export interface ViewReader extends ViewPlaces {
  staffId: string;
  scope: StaffScope;
}

/**
 * Whether a shared view may be told to somebody: its name and its query may name people of whatever its maker sees. So it
 * goes to those who see all of that, or the whole site that it is about. What owners share is for everybody.
 */
function isTold({ sites, partners }: StaffScope): Condition {
  if (sites === 'all' || partners === 'all') return sql`true`;
  return sql`(s.role = 'owner' or v.site_id = any(${sites}::text[])
    or (s.sites <@ ${sites}::text[] and s.partners <@ ${partners}::text[]))`;
}

/** Views of one answer: some hundred that are shared, and the own ones. */
const mostShown = 500;

const shown = sql`v.id, v.staff_id as "staffId", v.list, v.site_id as "siteId", v.name, v.query, v.shared as "isShared",
  case when s.name = '' then s.email else s.name end as by`;

/** Views that somebody sees, by name. @param siteId of lists of sites, that site's alone */
export async function selectViews(
  db: Database,
  { staffId, lists, sites, scope }: ViewReader,
  siteId: string | undefined,
): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`
    select ${shown} from list_view v join staff s on s.id = v.staff_id
    where v.list = any(${lists}::text[]) and (v.staff_id = ${staffId} or (v.shared and ${isTold(scope)}))
      and (v.site_id is null or v.site_id = any(${siteId === undefined ? sites : sites.filter((id) => id === siteId)}::text[]))
    order by v.staff_id <> ${staffId}, lower(v.name), v.id limit ${mostShown}`.execute(db);
  return rows;
}

/** A view of one of these lists, of one of these sites or of none. */
export async function findView(
  db: Database,
  id: string,
  { lists, sites }: ViewPlaces,
): Promise<StoredView | undefined> {
  const { rows } = await sql<StoredView>`
    select ${shown} from list_view v join staff s on s.id = v.staff_id
    where v.id = ${id} and v.list = any(${lists}::text[])
      and (v.site_id is null or v.site_id = any(${sites}::text[]))`.execute(db);
  return rows[0];
}

export async function countViews(tx: Transaction, staffId: string): Promise<number> {
  const { count } = await tx
    .withTables<Tables>()
    .selectFrom('list_view')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The own view of a list with this name. */
export async function findViewByName(
  tx: Transaction,
  { staffId, list, siteId, name }: Pick<StoredView, 'staffId' | 'list' | 'siteId' | 'name'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from list_view where staff_id = ${staffId} and list = ${list} and name = ${name}
      and site_id is not distinct from ${siteId}`.execute(tx);
  return rows[0]?.id;
}

/** A view to be stored. */
export type NewView = Omit<StoredView, 'by'>;

export async function insertView(tx: Transaction, { staffId, siteId, isShared, ...view }: NewView): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('list_view')
    .values({ ...view, staff_id: staffId, site_id: siteId, shared: isShared })
    .execute();
}

/** What may change of a view. */
export type ViewChange = Partial<Pick<StoredView, 'name' | 'query' | 'isShared'>>;

export async function updateView(tx: Transaction, id: string, { isShared, ...columns }: ViewChange): Promise<void> {
  const changed = { ...columns, ...(isShared === undefined ? {} : { shared: isShared }) };
  if (Object.keys(changed).length === 0) return;
  await tx.withTables<Tables>().updateTable('list_view').set(changed).where('id', '=', id).execute();
}

export async function deleteView(tx: Transaction, id: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('list_view').where('id', '=', id).execute();
}
