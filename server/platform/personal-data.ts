import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database/database.ts';

/** Whose data is looked for. */
export interface Person {
  memberId: string;
  siteId: string;
  /** Rows stored under an address alone belong to the member only if the address is proved. */
  provedEmail: string | null;
}

/**
 * How data about people is protected, by what it would do in the wrong hands. `docs/security/personal-data.md` prints
 * this; a column that a table names under `without` is a secret, whatever the level of its table.
 */
export const dataLevels = {
  secret: {
    means: 'opens something: a password, code, link, session or key',
    stored: 'as a hash (Argon2id, HMAC-SHA-256, SHA-256), or sealed with AES-256-GCM where it is needed again',
    shown: 'to nobody, in no export',
    logged: 'never; taken out of every line',
  },
  money: {
    means: 'orders, payments and refunds; card numbers never reach us',
    stored: 'as it is, under checks of the database',
    shown: 'to the member and to staff',
    logged: 'by id',
  },
  private: {
    means: 'who somebody is, where they can be reached, what they chose, wrote to us or did',
    stored: 'as it is; the operator encrypts disk and backups',
    shown: "to the member, to the site's server by its secret key, to staff by command",
    logged: 'by id; addresses are masked',
  },
  published: {
    means: 'what a member shows to others: picture, comments, votes, the fields a site has made public',
    stored: 'as it is',
    shown: 'to other visitors of the site',
    logged: 'by id',
  },
} as const;
export type DataLevel = keyof typeof dataLevels;

/** A table in which something about people is stored. */
export interface PersonalTable {
  table: string;
  /** What it holds, in a few words for a reader who does not know the schema. */
  holds: string;
  level: DataLevel;
  /** When a row goes, with the numbers that the code goes by. */
  kept: string;
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
