import { sql } from 'kysely';
import { transaction, type Database } from './database/database.ts';
import { grantsOn, type TableRights } from './database/rights.ts';

const schema = 'graphile_worker';

/**
 * Least privilege for queue and workers, found by running the tests under these rights. Queues and tasks are never
 * deleted, and the library's migration table is only read.
 */
const queueRights: TableRights = {
  _private_jobs: ['select', 'insert', 'update', 'delete'],
  _private_job_queues: ['select', 'insert', 'update'],
  _private_tasks: ['select', 'insert'],
  _private_known_crontabs: ['select', 'insert', 'update'],
  migrations: ['select'],
};

/** Lets an account queue and work jobs. Run by the owner of the queue's tables. */
export const grantJobRights = (db: Database, account: string): Promise<void> =>
  transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('rights of the product', 0))`.execute(tx);
    await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(account)}`.execute(tx);
    for (const grant of grantsOn(schema, queueRights, account)) await grant.execute(tx);
    for (const table of await tablesWithoutPolicy(tx, account))
      await sql`create policy ${sql.id(account)} on ${sql.id(schema, table)} to ${sql.id(account)}
        using (true) with check (true)`.execute(tx);
  });

/** The library enables row level security, which without a policy hides all rows from everyone but the owner. */
async function tablesWithoutPolicy(db: Database, account: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class tables
    where relnamespace = ${schema}::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = tables.oid and polname = ${account})`.execute(db);
  return rows.map(({ name }) => name);
}
