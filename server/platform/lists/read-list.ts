import { sql, type RawBuilder } from 'kysely';
import type { ListCount, ListDeclaration, ListQuery } from '../../../contract/console/list.ts';
import { transaction, type Database, type PooledDatabase, type Transaction } from '../database/database.ts';
import { allOf, type Condition, type FilterCondition } from './conditions.ts';
import { countRows } from './count-rows.ts';
import { readCursor, writeCursor, type Place, type SortType } from './cursor.ts';
import type { ListSource, Sort } from './list-source.ts';
import { planAnew } from './plan-anew.ts';

/** A page of a list. */
export interface ListPage<Row> {
  data: Row[];
  endCursor: string | null;
  hasNextPage: boolean;
  count: ListCount;
}

/**
 * Reads a page of a list and counts its rows.
 *
 * @throws Refusal invalid-request for a cursor of another list or order
 */
export async function readList<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
): Promise<ListPage<Row>> {
  const { rows, ...page } = await readRows(db, source, query);
  const count = await countRows(db, sql`${source.from} where ${conditionOf(source, query)}`);
  return { data: rows, ...page, count };
}

/** The same without the count, for an export. */
export const readRows = <List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
) => transaction(db, (tx) => readInside(tx, source, query));

async function readInside<List extends ListDeclaration, Row extends { id: string }>(
  tx: Transaction,
  source: ListSource<List, Row>,
  query: ListQuery,
) {
  const sort = nameSort(query);
  await planAnew(tx);
  const found = await findPlaces(tx, source, query);
  const places = found.slice(0, query.limit);
  const last = places.at(-1);
  return {
    rows: await readInOrder(tx, source, places),
    endCursor: last === undefined ? null : writeCursor(sort, last),
    hasNextPage: found.length > places.length,
  };
}

const nameSort = ({ sort }: ListQuery) => `${sort.descending ? '-' : ''}${sort.column}`;

/** What a search adds; undefined where there is none, or no word in it. */
const searchOf = ({ search }: { search?: ((text: string) => Condition | undefined) | undefined }, query: ListQuery) =>
  query.search === '' ? undefined : search?.(query.search);

/** What rows of this query are. */
function conditionOf<List extends ListDeclaration, Row extends { id: string }>(
  { where, search, filters }: ListSource<List, Row>,
  query: ListQuery,
): Condition {
  const searched = searchOf({ search }, query);
  const byColumn: Readonly<Record<string, FilterCondition>> = filters;
  return allOf([
    ...where,
    ...(searched ? [searched] : []),
    ...query.filters.map((filter) => byColumn[filter.column]!(filter)),
  ]);
}

/**
 * One row more than the page has, so that the next page is known of. What a search finds is found first and sorted then:
 * the planner cannot tell how many rows have a word, and would go along the sort until it has found a page of them.
 */
async function findPlaces<List extends ListDeclaration, Row extends { id: string }>(
  db: Database,
  source: ListSource<List, Row>,
  query: ListQuery,
): Promise<Place[]> {
  const sorts: Readonly<Record<string, Sort>> = source.sorts;
  const { by, type } = sorts[query.sort.column]!;
  const isSearched = searchOf(source, query) !== undefined;
  const [value, id] = isSearched ? [sql`found.value`, sql`found.id`] : [by, source.id];
  const behind = after(source, query, { value, id, type });
  const direction = query.sort.descending ? sql`desc` : sql`asc`;
  const end = sql`order by ${value} ${direction}, ${id} ${direction} limit ${query.limit + 1}`;
  const shown = sql`${type === 'moment' ? microseconds(value) : sql`${value}::text`} as value, ${id}::text as id`;
  const statement = isSearched
    ? sql<Place>`with found as materialized (
        select ${by} as value, ${source.id} as id from ${source.from} where ${conditionOf(source, query)})
        select ${shown} from found where ${behind} ${end}`
    : sql<Place>`select ${shown} from ${source.from} where ${conditionOf(source, query)} and ${behind} ${end}`;
  return (await statement.execute(db)).rows;
}

/** A time without a loss, whatever the session's time zone: since 1970. */
const microseconds = (time: RawBuilder<unknown>) => sql`((extract(epoch from ${time}) * 1000000)::bigint)::text`;

const valueOf = ({ value }: Place, type: SortType) =>
  type === 'moment'
    ? sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
    : sql`${value}::${sql.raw(type)}`;

/** Rows behind the cursor (keyset pagination): those that are equal in the sort follow by their id. */
function after<List extends ListDeclaration, Row extends { id: string }>(
  { hasNumericId }: ListSource<List, Row>,
  query: ListQuery,
  { value, id, type }: { value: RawBuilder<unknown>; id: RawBuilder<unknown>; type: SortType },
): Condition {
  if (query.after === undefined) return sql`true`;
  const place = readCursor(query.after, nameSort(query), { type, hasNumericId });
  const seen = sql`(${valueOf(place, type)}, ${place.id}::${sql.raw(hasNumericId ? 'bigint' : 'text')})`;
  return sql`(${value}, ${id}) ${query.sort.descending ? sql`<` : sql`>`} ${seen}`;
}

async function readInOrder<List extends ListDeclaration, Row extends { id: string }>(
  db: Database,
  { read }: ListSource<List, Row>,
  places: readonly Place[],
): Promise<Row[]> {
  if (places.length === 0) return [];
  const byId = new Map(
    (
      await read(
        db,
        places.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return places.flatMap(({ id }) => byId.get(id) ?? []);
}
