import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { hasTable } from '../platform/database/has-table.ts';

/** What a manifest says of a database. */
export interface DatabaseFacts {
  /** `18.4` */
  version: string;
  major: number;
  now: Date;
  migrations: string[];
  members: number;
}

/** Reads what a manifest says of a database. @throws PostgreSQL's 42P01 for a database without a product's tables */
export async function readFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major,
      clock_timestamp() as now,
      array(select name from kysely_migration order by name) as migrations,
      (select count(*)::int from member) as members`.execute(db);
  return rows[0]!;
}

/** Whether another program is connected to the server. */
export async function isInUse(db: Database): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from pg_stat_activity
      where backend_type = 'client backend' and application_name <> current_setting('application_name')) as used`.execute(
    db,
  );
  return rows[0]!.used;
}

/** Deletes every row of a table, where a backup of an earlier version has it. */
export async function emptyTable(db: Database, table: string): Promise<void> {
  if (await hasTable(db, table)) await sql`delete from ${sql.table(table)}`.execute(db);
}
