import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Whether a table exists: a database restored from a backup of an earlier version may not have it yet. */
export async function hasTable(db: Database, table: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${table}) is not null as "isThere"`.execute(db);
  return rows[0]!.isThere;
}
