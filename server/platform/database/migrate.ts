import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';

/** Every migration by name, in the order of the names. Forward only. */
export type Migrations = Record<string, Pick<Migration, 'up'>>;

/**
 * Brings the schema up to date. All pending steps run in one transaction under a lock, so a process killed
 * half way leaves nothing behind and two processes starting together do the work once.
 *
 * @throws NewerDatabase when the schema has steps that are not among ours
 */
export async function migrate(db: Database, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = await unknownSteps(db, migrations).catch(() => []);
  throw unknown.length > 0 ? new NewerDatabase(unknown) : (error as Error);
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

async function unknownSteps(db: Database, migrations: Migrations): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
}
