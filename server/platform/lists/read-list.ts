import { sql } from 'kysely';
import type { ListCount, ListDeclaration, ListQuery } from '../../../contract/console/list.ts';
import type { PooledDatabase } from '../database/database.ts';
import { countRows } from './count-rows.ts';
import { nameSort, writeCursor } from './cursor.ts';
import { conditionOf, findPlaces, isFound } from './find-places.ts';
import type { ListSource } from './list-source.ts';

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
  if (isFound(source, query)) {
    const { count, ...page } = await readPage(db, source, query);
    return { ...page, count: count! };
  }
  // At the same time: neither waits for the other with a connection in hand.
  const rows = sql`${source.from} where ${conditionOf(source, query, 'counted')}`;
  const [{ count: _, ...page }, count] = await Promise.all([readPage(db, source, query), countRows(db, rows)]);
  return { ...page, count };
}

/** The same with the count only where finding the rows told it. */
export async function readPage<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
): Promise<Omit<ListPage<Row>, 'count'> & { count?: ListCount }> {
  const { places: found, count } = await findPlaces(db, source, query);
  const places = found.slice(0, query.limit);
  const last = places.at(-1);
  const rows =
    places.length === 0
      ? []
      : await source.read(
          db,
          places.map(({ id }) => id),
          query.columns,
        );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    data: places.flatMap(({ id }) => byId.get(id) ?? []),
    endCursor: last === undefined ? null : writeCursor(nameSort(query.sort), last),
    hasNextPage: found.length > places.length,
    ...(count && { count }),
  };
}
