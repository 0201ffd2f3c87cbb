import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import type { Keys } from './keys.ts';

/** A column of encrypted values, to be re-encrypted after key rotation. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The table's primary key: its columns, all of them text. */
  key: readonly [string, ...string[]];
  /** The purpose that a row's value is bound to, from the row's key. */
  purpose(...key: string[]): string;
}

/** Values by the key they are sealed under. */
export interface SealCount {
  newest: number;
  older: number;
  /** Sealed under an unknown key. */
  lost: number;
}

/** Rows one statement reads, well within its 5 seconds. */
const rowsAtOnce = 1_000;

interface SealedRow {
  key: string[];
  sealed: Buffer;
}

/** @param afterPage progress callback with the number of rows read so far */
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
 * Re-encrypts values under the newest key. Compare-and-swap row by row, so that it is resumable and safe beside a
 * running product.
 *
 * @param afterPage progress callback with the number of rows read so far
 * @returns the counts before re-encryption
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

/** Keyset pagination. Reads rows without a value too: filtering could scan a whole table in one statement. */
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
