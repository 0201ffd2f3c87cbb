import type { ListDeclaration, ListQuery } from '../../../contract/console/list.ts';
import { byteOrderMark, toCsvLine } from '../csv.ts';
import type { PooledDatabase } from '../database/database.ts';
import { nameSort, writeCursor, type Place } from './cursor.ts';
import { findAllPlaces } from './find-places.ts';
import type { ListSource } from './list-source.ts';

/** Rows that one statement reads: some megabytes in memory, and far from the statement timeout. */
const rowsAtOnce = 5_000;

/**
 * A list as CSV in pieces: exactly what the query's page by page answers would show, in its order and columns. Whoever
 * reads it slowly holds the memory of two pieces and of the places behind them, and no transaction. No cell is a formula
 * (`platform/csv.ts`).
 */
export async function* exportList<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
): AsyncGenerator<string> {
  const cells = source.cells as Readonly<Record<string, (row: Row) => string | null>>;
  const columns = query.columns.map((name) => ({ label: source.list.columns[name]!.label, cell: cells[name]! }));
  yield `${byteOrderMark}${toCsvLine(columns.map(({ label }) => label))}\r\n`;
  const line = (row: Row) => `${toCsvLine(columns.map(({ cell }) => cell(row)))}\r\n`;
  for await (const rows of readAhead(readRows(db, source, query))) yield rows.map(line).join('');
}

/** The rows of all pages, some thousands at once. */
async function* readRows<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
): AsyncGenerator<Row[]> {
  let after = query.after;
  for (let isLast = false; !isLast;) {
    const found = await findAllPlaces(db, source, { ...query, after, limit: rowsAtOnce });
    for (let at = 0; at < found.places.length; at += rowsAtOnce)
      yield await readInOrder(db, source, found.places.slice(at, at + rowsAtOnce), query.columns);
    const last = found.places.at(-1);
    isLast = !found.hasMore || last === undefined;
    after = last && writeCursor(nameSort(query.sort), last);
  }
}

async function readInOrder<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  places: readonly Place[],
  columns: readonly string[],
): Promise<Row[]> {
  const ids = places.map(({ id }) => id);
  const byId = new Map((await source.read(db, ids, columns)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The same values, each asked for while the one before is worked on: the database and this process work at once. */
async function* readAhead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const asked = values.next();
    // Whoever stops reading never awaits it.
    asked.catch(() => undefined);
    return asked;
  };
  for (let next = ask(); ;) {
    const { done, value } = await next;
    if (done) return;
    next = ask();
    yield value;
  }
}
