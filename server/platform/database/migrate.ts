import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';

/** Every migration by name, in the order of the names. Forward only. */
export type Migrations = Record<string, Pick<Migration, 'up'>>;

/**
 * Brings the schema up to date. All pending steps run in one transaction under a lock, so a process killed
 * half way leaves nothing behind and two processes starting together do the work once.
 */
export async function migrate(db: Database, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error as Error;
}
