import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import type { TableRights } from './rights.ts';

/** Every migration by name, in the order of the names. Forward only. */
export type Migrations = Record<string, Pick<Migration, 'up'>>;

/** What a running product may do with the tables that say how far the schema is. */
export const migrationRights: TableRights = { kysely_migration: ['select'], kysely_migration_lock: [] };

/**
 * Brings the schema up to date. All pending steps run in one transaction under a lock, so a process killed
 * half way leaves nothing behind and two processes starting together do the work once.
 *
 * @returns the names of the steps that were pending
 * @throws NewerDatabase when the schema has steps that are not among ours
 */
export async function migrate(db: Database, migrations: Migrations): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  const unknown = await unknownSteps(db, migrations).catch(() => []);
  throw unknown.length > 0 ? new NewerDatabase(unknown) : (error as Error);
}

/**
 * Changes nothing: for an account without rights to the schema.
 *
 * @throws PendingMigrations when the schema lacks steps of ours
 * @throws NewerDatabase when it has steps that are not among ours
 */
export async function verifyMigrated(db: Database, migrations: Migrations): Promise<void> {
  const done = await stepsDone(db).catch(noneIfMissing);
  const pending = Object.keys(migrations).filter((name) => !done.includes(name));
  if (pending.length > 0) throw new PendingMigrations(pending);
  const unknown = await unknownSteps(db, migrations);
  if (unknown.length > 0) throw new NewerDatabase(unknown);
}

/** No such table, or one that this account was given nothing of. */
function noneIfMissing(error: Error & { code?: string }): string[] {
  if (error.code === '42P01' || error.code === '42501') return [];
  throw error;
}

/** The schema is behind, and the account that is connected may not change it. */
export class PendingMigrations extends Error {
  constructor(steps: readonly string[]) {
    const [first, last] = [steps[0], steps.at(-1)];
    const which = steps.length > 3 ? `${first} to ${last}` : steps.join(', ');
    super(
      `this database lacks ${steps.length} ${steps.length === 1 ? 'migration' : 'migrations'} (${which}), and the account in DATABASE_URL may not change the schema. Run "npm run intake -- migrate" with the owner's address in DATABASE_OWNER_URL, then start again.`,
    );
    this.name = 'PendingMigrations';
  }
}

/** A later version brought the schema further than this one can know. */
class NewerDatabase extends Error {
  constructor(steps: readonly string[]) {
    super(
      `this database belongs to a newer Intake: it has been through ${steps.join(', ')}, which this version does not have. Start the newer version, or restore a backup from before it.`,
    );
    this.name = 'NewerDatabase';
  }
}

const unknownSteps = async (db: Database, migrations: Migrations) =>
  (await stepsDone(db)).filter((name) => !(name in migrations));

async function stepsDone(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
