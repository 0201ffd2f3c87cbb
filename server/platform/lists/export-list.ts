import type { ListDeclaration, ListQuery } from '../../../contract/console/list.ts';
import { byteOrderMark, toCsvLine } from '../csv.ts';
import type { PooledDatabase } from '../database/database.ts';
import type { ListSource } from './list-source.ts';
import { readPage } from './read-list.ts';

/** Rows that one statement reads: some megabytes in memory, and far from the statement timeout. */
const rowsAtOnce = 5_000;

/**
 * A list as CSV in pieces: exactly what the query's page by page answers would show, in its order and columns. Whoever
 * reads it slowly holds the memory of one page, and no transaction. No cell is a formula (`platform/csv.ts`).
 */
export async function* exportList<List extends ListDeclaration, Row extends { id: string }>(
  db: PooledDatabase,
  source: ListSource<List, Row>,
  query: ListQuery,
): AsyncGenerator<string> {
  const cells = source.cells as Readonly<Record<string, (row: Row) => string | null>>;
  const columns = query.columns.map((name) => ({ label: source.list.columns[name]!.label, cell: cells[name]! }));
  yield `${byteOrderMark}${toCsvLine(columns.map(({ label }) => label))}\r\n`;
  for (let after = query.after, hasNextPage = true; hasNextPage;) {
    const page = await readPage(db, source, { ...query, after, limit: rowsAtOnce });
    yield page.data.map((row) => `${toCsvLine(columns.map(({ cell }) => cell(row)))}\r\n`).join('');
    after = page.endCursor ?? undefined;
    hasNextPage = page.hasNextPage;
  }
}
