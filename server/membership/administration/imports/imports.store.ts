import { sql, type RawBuilder } from 'kysely';
import {
  importList,
  type ImportCounts,
  type ListedFault,
  type ListedImport,
  type MemberImport,
} from '../../../../contract/console/imports-schemas.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { comparing } from '../../../platform/lists/conditions.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';

/** An import as it is stored. */
export interface StoredImport extends Pick<
  MemberImport,
  'id' | 'siteId' | 'fileName' | 'bytes' | 'state' | 'stopCode' | 'header' | 'columns' | 'mayUpdate' | 'skipsFaults'
> {
  /** Who uploaded the file. */
  staffId: string;
  actor: string;
  /** Who had it applied; null until then. */
  applierId: string | null;
  applier: string | null;
  reason: string | null;
  counts: ImportCounts | null;
  checkedCounts: ImportCounts | null;
  createdAt: Date;
  endedAt: Date | null;
}

export interface ImportPlace {
  siteId: string;
  importId: string;
}

const columns = sql`site_id as "siteId", id, staff_id as "staffId", actor,
  applier_id as "applierId", applier, reason, file_name as "fileName", bytes, state,
  stop_code as "stopCode", header, columns, may_update as "mayUpdate", skips_faults as "skipsFaults", counts,
  checked_counts as "checkedCounts", created_at as "createdAt", ended_at as "endedAt"`;

const select = async (db: Database, where: RawBuilder<unknown>): Promise<StoredImport[]> =>
  (await sql<StoredImport>`select ${columns} from member_import where ${where}`.execute(db)).rows;

export const findImport = async (db: Database, { siteId, importId }: ImportPlace): Promise<StoredImport | undefined> =>
  (await select(db, sql`site_id = ${siteId} and id = ${importId}`))[0];

/** An import, locked until the transaction ends. */
export const lockImport = async (
  tx: Transaction,
  { siteId, importId }: ImportPlace,
): Promise<StoredImport | undefined> =>
  (await select(tx, sql`site_id = ${siteId} and id = ${importId} for no key update`))[0];

/** Stores a new import, and answers the one that the same press has made before. */
export async function insertImport(
  tx: Transaction,
  { key, ...wish }: Pick<StoredImport, 'id' | 'siteId' | 'staffId' | 'actor' | 'fileName' | 'bytes'> & { key: string },
): Promise<StoredImport> {
  await sql`
    insert into member_import (site_id, id, staff_id, actor, request_key, file_name, bytes)
    values (${wish.siteId}, ${wish.id}, ${wish.staffId}, ${wish.actor}, ${key}, ${wish.fileName}, ${wish.bytes})
    on conflict do nothing`.execute(tx);
  const found = await select(tx, sql`site_id = ${wish.siteId} and staff_id = ${wish.staffId} and request_key = ${key}`);
  return found[0]!;
}

/** Changes of an import; what is left out stays. */
export interface ImportChange {
  state?: MemberImport['state'];
  stopCode?: string;
  reason?: string | undefined;
  header?: MemberImport['header'];
  columns?: MemberImport['columns'];
  mayUpdate?: boolean;
  skipsFaults?: boolean;
  counts?: ImportCounts | null;
  checkedCounts?: ImportCounts | null;
  isEnded?: boolean;
  /** Who has it applied. */
  applier?: { staffId: string; actor: string };
}

/** Changes an import that the caller has locked. */
export async function updateImport(
  tx: Transaction,
  { siteId, importId }: ImportPlace,
  change: ImportChange,
): Promise<void> {
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
  const set = [
    ...(change.state === undefined ? [] : [sql`state = ${change.state}`]),
    ...(change.stopCode === undefined ? [] : [sql`stop_code = ${change.stopCode}`]),
    ...(change.reason === undefined ? [] : [sql`reason = ${change.reason}`]),
    ...(change.header === undefined ? [] : [sql`header = ${json(change.header)}`]),
    ...(change.columns === undefined ? [] : [sql`columns = ${json(change.columns)}`]),
    ...(change.mayUpdate === undefined ? [] : [sql`may_update = ${change.mayUpdate}`]),
    ...(change.skipsFaults === undefined ? [] : [sql`skips_faults = ${change.skipsFaults}`]),
    ...(change.counts === undefined ? [] : [sql`counts = ${json(change.counts)}`]),
    ...(change.checkedCounts === undefined ? [] : [sql`checked_counts = ${json(change.checkedCounts)}`]),
    ...(change.applier === undefined
      ? []
      : [sql`applier_id = ${change.applier.staffId}, applier = ${change.applier.actor}`]),
    ...(change.isEnded ? [sql`ended_at = now(), header = null`] : []),
  ];
  await sql`update member_import set ${sql.join(set)} where site_id = ${siteId} and id = ${importId}`.execute(tx);
}

/**
 * Adds faults behind those that are there, of an import that the caller has locked.
 *
 * @param first the number of the first one
 * @param most how many an import keeps; those beyond it are dropped
 */
export async function insertFaults(
  tx: Transaction,
  { siteId, importId }: ImportPlace,
  { first, faults, most }: { first: number; faults: readonly ListedFault[]; most: number },
): Promise<void> {
  if (faults.length === 0) return;
  await sql`
    insert into member_import_fault (site_id, import_id, number, line, column_name, code, message)
    select ${siteId}, ${importId}, ${first}::int + (ordinality - 1)::int, (fault ->> 'line')::int, fault ->> 'column',
      fault ->> 'code', fault ->> 'message'
    from jsonb_array_elements(${JSON.stringify(faults)}::jsonb) with ordinality as told (fault, ordinality)
    where ordinality <= ${most}::int - (
      select count(*) from member_import_fault where site_id = ${siteId} and import_id = ${importId})
    on conflict do nothing`.execute(tx);
}

export const deleteFaults = (tx: Transaction, { siteId, importId }: ImportPlace): Promise<unknown> =>
  sql`delete from member_import_fault where site_id = ${siteId} and import_id = ${importId}`.execute(tx);

/** Faults of an import, in the order of the file. @param after the number of the last one that was read */
export async function listFaults(
  db: Database,
  { siteId, importId }: ImportPlace,
  { after, limit }: { after: number; limit: number },
): Promise<(ListedFault & { number: number })[]> {
  const { rows } = await sql<ListedFault & { number: number }>`
    select number, line, column_name as "column", code, message from member_import_fault
    where site_id = ${siteId} and import_id = ${importId} and number > ${after}
    order by number limit ${limit}`.execute(db);
  return rows;
}

/** How many faults of an import are kept. */
export async function countFaults(db: Database, { siteId, importId }: ImportPlace): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member_import_fault
    where site_id = ${siteId} and import_id = ${importId}`.execute(db);
  return rows[0]!.count;
}

/** The imports of a site as a list. */
export const importSource = (siteId: string): ListSource<typeof importList, ListedImport> => ({
  list: importList,
  from: sql`member_import i`,
  id: sql`i.id`,
  where: () => [sql`i.site_id = ${siteId}`],
  sorts: { created: { by: sql`i.created_at`, type: 'moment' } },
  filters: { state: comparing(sql`i.state`), created: comparing(sql`i.created_at`) },
  async read(db, ids) {
    const found = await select(db, sql`site_id = ${siteId} and id = any(${ids}::text[])`);
    return found.map(({ id, fileName, state, counts, checkedCounts, actor, createdAt }) => ({
      id,
      fileName,
      state,
      actor,
      rows: counts?.rows ?? 0,
      // Those that a check has found are not made yet.
      created: (checkedCounts && counts?.created) ?? 0,
      createdAt: createdAt.toISOString(),
    }));
  },
  cells: {
    file: ({ fileName }) => fileName,
    state: ({ state }) => state,
    created: ({ createdAt }) => createdAt,
    rows: ({ rows }) => String(rows),
    members: ({ created }) => String(created),
    actor: ({ actor }) => actor,
  },
});
