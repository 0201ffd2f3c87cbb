import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database/database.ts';

/** Whose data is looked for. */
export interface Person {
  memberId: string;
  siteId: string;
  /** What is stored under an address alone is theirs only where the address is proved to be. */
  provedEmail: string | null;
}

/** A table in which something about people is stored. */
export interface PersonalTable {
  table: string;
  /** Which of its rows are about somebody. */
  about(person: Person): RawBuilder<unknown>;
  /** Columns that say nothing about them: hashes and sealed values, which only ever open something. */
  without?: readonly string[];
}

/**
 * Everything these tables store about somebody, row by row, as it is stored. Tables without any are left out.
 *
 * @param tables the first one a domain names comes first
 */
export async function readPersonalData(
  db: Database,
  tables: readonly PersonalTable[],
  person: Person,
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { table, about, without = [] } of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} t where ${about(person)}`.execute(db);
    if (rows.length > 0) found[table] = rows.map(({ row }) => row);
  }
  return found;
}
