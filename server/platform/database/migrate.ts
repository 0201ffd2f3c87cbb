import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import { buildIndexes, whileBuilding, type IndexMigration } from './indexes.ts';
import type { TableRights } from './rights.ts';

/** A step of the schema's history. */
export interface SchemaStep extends Pick<Migration, 'up'> {
  /**
   * What it takes away, each with the release whose code was the first not to use it, which must be out: while this
   * runs, the release before it serves (decision 0052).
   */
  unusedSince?: Readonly<Record<string, string>>;
}

/** Every migration by name, in the order of the names. Forward only. */
export type Migrations = Record<string, SchemaStep | IndexMigration>;

/** Rights of the product's account on the migration tables. */
export const migrationRights: TableRights = { kysely_migration: ['select'], kysely_migration_lock: [] };

/**
 * Migrates the schema. Pending indexes of tables in use are built first, while others write. All pending steps run in one
 * transaction under a lock, so that a killed process leaves nothing behind and concurrent starts do the work once. Only
 * steps that add a column to be indexed are committed before: the index is built between.
 *
 * @returns the names of the steps that were pending
 * @throws NewerDatabase when the schema has steps that are not among ours
 */
export async function migrate(db: Database, migrations: Migrations): Promise<string[]> {
  const ran = await runStepsOfIndexes(db, migrations);
  return [...ran, ...(await runSteps(db, migrations))];
}

/** Tries of a transaction of steps: it locks tables in another order than requests do, and may be a deadlock's victim. */
const maxTries = 3;

async function runSteps(db: Database, migrations: Migrations, tried = 1): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  if (isDeadlock(error) && tried < maxTries) return runSteps(db, migrations, tried + 1);
  const unknown = unknownOf(await stepsDone(db).catch(() => []), Object.keys(migrations));
  throw unknown.length > 0 ? new NewerDatabase(unknown) : (error as Error);
}

const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01';

/** Builds the indexes of pending steps in a database in use, after the steps that add what is indexed. */
async function runStepsOfIndexes(db: Database, migrations: Migrations): Promise<string[]> {
  const steps = Object.entries(migrations);
  const isAnyPending = (done: readonly string[]) =>
    done.length > 0 && steps.some(([name, step]) => 'indexes' in step && !done.includes(name));
  if (!isAnyPending(await stepsDone(db).catch(noneIfMissing))) return [];
  return whileBuilding(db, async (connection) => {
    const ran: string[] = [];
    // Read again: another process may have run steps while this one waited for the lock.
    const done = await stepsDone(connection);
    for (const [at, [name, step]] of steps.entries()) {
      if (done.includes(name) || !('indexes' in step)) continue;
      if (await buildIndexes(connection, step.indexes)) continue;
      ran.push(...(await runSteps(db, Object.fromEntries(steps.slice(0, at)))));
      await buildIndexes(connection, step.indexes);
    }
    return ran;
  });
}

/**
 * Verifies the schema's version without changes, for an account without rights to the schema.
 *
 * @throws PendingMigrations when the schema lacks steps of ours
 * @throws NewerDatabase when it has steps that are not among ours
 */
export async function verifyMigrated(db: Database, names: readonly string[]): Promise<void> {
  const done = await stepsDone(db).catch(noneIfMissing);
  const pending = names.filter((name) => !done.includes(name));
  if (pending.length > 0) throw new PendingMigrations(pending);
  const unknown = unknownOf(done, names);
  if (unknown.length > 0) throw new NewerDatabase(unknown);
}

/** Whether the schema has all steps of these names, and no others. */
export async function isMigrated(db: Database, names: readonly string[]): Promise<boolean> {
  const done = await stepsDone(db).catch(noneIfMissing);
  return done.length === names.length && names.every((name) => done.includes(name));
}

/** An empty list if the table is missing or this account has no rights on it; rethrows anything else. */
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

const unknownOf = (done: readonly string[], names: readonly string[]) => done.filter((name) => !names.includes(name));

async function stepsDone(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
