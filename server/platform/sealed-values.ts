import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import type { Keys } from './keys.ts';

/** A column of values that are sealed, and are to be sealed anew when the key changes. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The table's primary key: its columns, all of them text. */
  key: readonly [string, ...string[]];
  /** What the value of a row is sealed for, from the row's key. */
  purpose(...key: string[]): string;
}

/** Values by the key they are sealed under. */
export interface SealCount {
  newest: number;
  older: number;
  /** Sealed under none of the keys we have. */
  lost: number;
}

/** Rows one statement reads, well within its 5 seconds. */
const rowsAtOnce = 1_000;

interface SealedRow {
  key: string[];
  sealed: Buffer;
}

/** @param afterPage told how many rows have been read so far */
export async function countSealed(
  { db, keys }: { db: Database; keys: Keys },
  column: SealedColumn,
  afterPage?: (read: number) => void,
): Promise<SealCount> {
  const count: SealCount = { newest: 0, older: 0, lost: 0 };
  for await (const row of readRows(db, column, afterPage)) count[judge(keys, column, row)]++;
  return count;
}

/**
 * Seals under the newest key what is sealed under an older one. Each value is replaced by itself, and only if it is still
 * the one that was read: it may be ended at any moment and begun again, beside a running product.
 *
 * @param afterPage told how many rows have been read so far
 * @returns what was found, before it was sealed anew
 */
export async function reseal(
  { db, keys }: { db: Database; keys: Keys },
  column: SealedColumn,
  afterPage?: (read: number) => void,
): Promise<SealCount> {
  const count: SealCount = { newest: 0, older: 0, lost: 0 };
  for await (const row of readRows(db, column, afterPage)) {
    const state = judge(keys, column, row);
    count[state]++;
    if (state === 'older') await replace(db, column, row, sealAnew(keys, column, row));
  }
  return count;
}

function judge(keys: Keys, column: SealedColumn, { key, sealed }: SealedRow): keyof SealCount {
  const purpose = column.purpose(...key);
  if (keys.isSealedUnderNewest(purpose, sealed)) return 'newest';
  try {
    keys.open(purpose, sealed);
    return 'older';
  } catch {
    return 'lost';
  }
}

function sealAnew(keys: Keys, column: SealedColumn, { key, sealed }: SealedRow): Buffer {
  const purpose = column.purpose(...key);
  return keys.seal(purpose, keys.open(purpose, sealed));
}

/** In the order of the key. Rows without a value are read too: looking for others would read a whole table at once. */
async function* readRows(
  db: Database,
  { table, column, key }: SealedColumn,
  afterPage: (read: number) => void = () => undefined,
): AsyncGenerator<SealedRow> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let read = 0;
  for (let last: string[] | undefined; ;) {
    const isNext = last === undefined ? sql`true` : sql`(${columns}) > (${sql.join(last)})`;
    const { rows } = await sql<{ key: string[]; sealed: Buffer | null }>`
      select array[${columns}]::text[] as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${isNext} order by ${columns} limit ${rowsAtOnce}`.execute(db);
    for (const row of rows) if (row.sealed !== null) yield { key: row.key, sealed: row.sealed };
    read += rows.length;
    if (rows.length > 0) afterPage(read);
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)!.key;
  }
}

async function replace(
  db: Database,
  { table, column, key: names }: SealedColumn,
  { key, sealed }: SealedRow,
  anew: Buffer,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${anew}
    where (${sql.join(names.map((name) => sql.ref(name)))}) = (${sql.join(key)}) and ${sql.ref(column)} = ${sealed}`.execute(
    db,
  );
}
