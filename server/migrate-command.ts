import type { CommandGroup } from './platform/commands.ts';
import { loginOf } from './platform/database/account.ts';
import { createDatabase, createPool, endPool } from './platform/database/database.ts';
import { readMigrationEnv } from './platform/migration-env.ts';
import { createLog } from './platform/log.ts';
import { noteStaffCommand } from './platform/security-events/staff-commands.ts';

/** The only command that uses the owner's account. */
export const migrateCommands: CommandGroup<never> = {
  title: 'The database',
  commands: [
    {
      name: 'migrate',
      about: 'brings the schema up to date, and gives the account in DATABASE_URL the rows alone',
      details: `Needs DATABASE_OWNER_URL, the address of the account that owns the database, and DATABASE_URL. The account in DATABASE_URL is
created where it is missing. It can be run again at any time, and while the version before this one runs.`,
      async runAlone() {
        const { ownerUrl, databaseUrl } = readMigrationEnv(process.env);
        // Lazy import: all other commands start faster without the migrations.
        const { migrateAsOwner } = await import('./schema.ts');
        const work = migrateAsOwner({ ownerUrl, productUrl: databaseUrl }, createLog('warn'));
        const done = await recordOutcome(ownerUrl, work);
        return `${describe(done)} The account "${loginOf(databaseUrl).account}" reads and writes rows, and may change nothing else.`;
      },
    },
  ],
};

/** Has the running product record the command. Where no product has been yet, a failure leaves no trace. */
async function recordOutcome<T>(ownerUrl: string, work: Promise<T>): Promise<T> {
  const note = async (outcome: 'done' | 'failed') => {
    const pool = createPool({ url: ownerUrl, maxConnections: 1 });
    try {
      await noteStaffCommand(createDatabase(pool), { command: 'migrate', outcome });
    } finally {
      await endPool(pool);
    }
  };
  try {
    const result = await work;
    await note('done');
    return result;
  } catch (error) {
    // The reason of the failure counts.
    await note('failed').catch(() => undefined);
    throw error;
  }
}

function describe(done: readonly string[]): string {
  if (done.length === 0) return 'The schema was up to date.';
  return `The schema is up to date: ${done.length === 1 ? done[0] : `${done.length} migrations, up to ${done.at(-1)}`}.`;
}
