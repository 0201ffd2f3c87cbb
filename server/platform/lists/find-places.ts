import { sql, type RawBuilder } from 'kysely';
import { listLimits, type ListCount, type ListDeclaration, type ListQuery } from '../../../contract/console/list.ts';
import { beyondCounted, countRows, expectRows } from './count-rows.ts';
import { isCancelled, transaction, type PooledDatabase, type Transaction } from '../database/database.ts';
import { allOf, type Condition, type FilterCondition } from './conditions.ts';
import { nameSort, readCursor, type Place, type SortType } from './cursor.ts';
import type { Finder, ListSource, Sort } from './list-source.ts';
import { planAnew } from './plan-anew.ts';

/** The rows of a page by their places, and one more where there is a next page. */
interface Found {
  places: Place[];
  /** Where finding them told it. */
  count?: ListCount;
}

/** Rows that are found and sorted. Where there are more, every few rows of the order are among them. */
const mostSorted = listLimits.countedTo;
/** Milliseconds for finding these. A word that takes longer is frequent. */
const fewMs = 80;
/** Milliseconds to look for a page along the order, where there are more. */
const alongMs = 100;

/**
 * Finds the rows of a page. What an index of its own finds is found first and sorted then: the planner cannot tell how
 * many rows have a word, and would go along the order through a million rows for one that few have. Where there are many,
 * the order leads to a page of them soon; where not even that, because they lie far down in it, all are sorted (decision
 * 0073).
 */
export async function findPlaces<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
): Promise<Found> {
  const finder = finderOf(source, query);
  if (finder === undefined) return { places: await planned(db, (tx) => goAlong(tx, source, query)) };
  const counted = sql`${source.from} where ${conditionOf(source, query, 'counted')}`;
  const expectBeyond = async () => beyondCounted(await expectRows(db, counted));
  if (finder.isForeseen && (await expectRows(db, sql`${source.from} where ${finder.byIndex}`)) > mostSorted) {
    const [places, count] = await Promise.all([
      planned(db, (tx) => goAlong(tx, source, query)),
      // Of many, few may pass other filters.
      query.filters.length > 1 ? countRows(db, counted) : expectBeyond(),
    ]);
    return { places, count };
  }
  const few = await soon(fewMs, db, (tx) => findAndSort(tx, source, query, mostSorted + 1));
  if (few && few.rows <= mostSorted) return { places: few.places, count: { rows: few.rows, isExact: true } };
  const places =
    (await soon(alongMs, db, (tx) => goAlong(tx, source, query))) ??
    (await planned(db, (tx) => findAndSort(tx, source, query))).places;
  return { places, count: await expectBeyond() };
}

/** Places that an export holds at once of what an index of its own finds: some megabytes. */
const mostHeld = 100_000;

/**
 * The same for an export, which takes its time: `limit` rows along the order, or of what an index of its own finds as many
 * as may be held, because finding and sorting them begins anew with each call.
 */
export async function findAllPlaces<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
): Promise<{ places: Place[]; hasMore: boolean }> {
  const limit = isFound(source, query) ? mostHeld : query.limit;
  const found = await planned(db, async (tx) =>
    isFound(source, query)
      ? (await findAndSort(tx, source, { ...query, limit })).places
      : goAlong(tx, source, { ...query, limit }),
  );
  return { places: found.slice(0, limit), hasMore: found.length > limit };
}

/** @returns undefined where it takes longer */
async function soon<T>(limitMs: number, db: PooledDatabase, work: (tx: Transaction) => Promise<T>) {
  try {
    return await planned(db, work, limitMs);
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

const planned = <T>(db: PooledDatabase, work: (tx: Transaction) => Promise<T>, limitMs?: number): Promise<T> =>
  transaction(db, async (tx) => {
    await planAnew(tx, limitMs);
    return work(tx);
  });

/** Whether an index of its own finds the rows of a query, so that finding a page counts them. */
export const isFound = <List extends ListDeclaration, Row extends { id: string }>(
  source: ListSource<List, Row>,
  query: ListQuery,
): boolean => finderOf(source, query) !== undefined;

/** What an index of its own finds; undefined where there is nothing like that. */
function finderOf(
  { find, search }: Pick<ListSource<ListDeclaration, { id: string }>, 'find' | 'search'>,
  query: ListQuery,
): Finder | undefined {
  if (find) return find(query);
  const searched = query.search === '' ? undefined : search?.(query.search);
  // No index serves what is compared with a truth value.
  return searched && { byIndex: searched, byRow: sql`(${searched}) is true` };
}

/**
 * Rows of a list.
 *
 * @param way `found`: the index of the finder serves the query and no other index; `along`: none serves the finder;
 *   `counted`: as the planner counts best
 */
export function conditionOf<List extends ListDeclaration, Row extends { id: string }>(
  source: ListSource<List, Row>,
  query: ListQuery,
  way: 'found' | 'along' | 'counted',
): Condition {
  const finder = finderOf(source, query);
  const byColumn: Readonly<Record<string, FilterCondition>> = source.filters;
  return allOf([
    ...source.where(way === 'found' && finder !== undefined),
    ...(finder === undefined ? [] : [way === 'along' ? finder.byRow : finder.byIndex]),
    ...query.filters
      .filter((filter) => way === 'along' || filter !== finder?.covers)
      .map((filter) => byColumn[filter.column]!(filter)),
  ]);
}

async function goAlong<List extends ListDeclaration, Row extends { id: string }>(
  tx: Transaction,
  source: ListSource<List, Row>,
  query: ListQuery,
): Promise<Place[]> {
  const { by, type } = sortOf(source, query);
  const columns = { value: by, id: source.id, type };
  const { rows } = await sql<Place>`
    select ${shown(columns)} from ${source.from}
    where ${conditionOf(source, query, 'along')} and ${behind(source, query, columns)} ${end(query, columns)}`.execute(
    tx,
  );
  return rows;
}

/** @param most rows that are sorted; all that are found unless given */
async function findAndSort<List extends ListDeclaration, Row extends { id: string }>(
  tx: Transaction,
  source: ListSource<List, Row>,
  query: ListQuery,
  most?: number,
): Promise<{ rows: number; places: Place[] }> {
  const { by, type } = sortOf(source, query);
  const columns = { value: sql`found.value`, id: sql`found.id`, type };
  const { rows } = await sql<{ rows: number; places: Place[] }>`
    with found as materialized (
      select ${by} as value, ${source.id} as id from ${source.from} where ${conditionOf(source, query, 'found')}
      ${most === undefined ? sql`` : sql`limit ${most}`}),
    page as (select ${shown(columns)} from found where ${behind(source, query, columns)} ${end(query, columns)})
    select (select count(*)::int from found) as rows,
      coalesce((select json_agg(json_build_object('value', value, 'id', id)) from page), '[]') as places`.execute(tx);
  return rows[0]!;
}

function sortOf<List extends ListDeclaration, Row extends { id: string }>(
  { sorts }: ListSource<List, Row>,
  { sort }: ListQuery,
): Sort {
  const byName: Readonly<Record<string, Sort>> = sorts;
  return byName[sort.column]!;
}

/** What a page is sorted by. */
interface Columns {
  value: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  type: SortType;
}

const shown = ({ value, id, type }: Columns) =>
  sql`${type === 'moment' ? microseconds(value) : sql`${value}::text`} as value, ${id}::text as id`;

function end({ sort, limit }: ListQuery, { value, id }: Columns) {
  const direction = sort.descending ? sql`desc` : sql`asc`;
  return sql`order by ${value} ${direction}, ${id} ${direction} limit ${limit + 1}`;
}

/** A time without a loss, whatever the session's time zone: since 1970. */
const microseconds = (time: RawBuilder<unknown>) => sql`((extract(epoch from ${time}) * 1000000)::bigint)::text`;

const valueOf = ({ value }: Place, type: SortType) =>
  type === 'moment'
    ? sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
    : sql`${value}::${sql.raw(type)}`;

/** Rows behind the cursor (keyset pagination): those that are equal in the sort follow by their id. */
function behind<List extends ListDeclaration, Row extends { id: string }>(
  { hasNumericId }: ListSource<List, Row>,
  query: ListQuery,
  { value, id, type }: Columns,
): Condition {
  if (query.after === undefined) return sql`true`;
  const place = readCursor(query.after, nameSort(query.sort), { type, hasNumericId });
  const seen = sql`(${valueOf(place, type)}, ${place.id}::${sql.raw(hasNumericId ? 'bigint' : 'text')})`;
  return sql`(${value}, ${id}) ${query.sort.descending ? sql`<` : sql`>`} ${seen}`;
}
