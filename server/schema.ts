import { randomUUID } from 'node:crypto';
import { migrationNames } from './migrations/names.ts';
import { ensureAccount, loginOf } from './platform/database/account.ts';
import {
  createDatabase,
  createPool,
  endPool,
  verifyWorking,
  type Database,
  type Pool,
} from './platform/database/database.ts';
import {
  isMigrated,
  migrate,
  migrationRights,
  PendingMigrations,
  verifyMigrated,
} from './platform/database/migrate.ts';
import { grantRights, mayChangeSchema, type TableRights } from './platform/database/rights.ts';
import { grantJobRights } from './platform/job-rights.ts';
import { indexJobs, prepareJobs } from './platform/job-lanes.ts';
import type { Log } from './platform/log.ts';
import { createStartup, startLimitMs, type Startup } from './startup.ts';

/** Tables with fewer rights than all rows. The audit trail is append-only. */
const exceptions: TableRights = { audit_entry: ['select', 'insert'], ...migrationRights };

interface Owned {
  /** Address for the owner's account. */
  ownerUrl: string;
  /** Address for the product's account, which is created if missing. */
  productUrl: string;
}

/**
 * Migrates the schema as its owner, and grants the product's account rights on rows only.
 *
 * @returns the names of the migrations that were pending
 * @throws NewerDatabase, AccountMissing, TooManyRights, each with what to do; whatever the database refuses
 */
export const migrateAsOwner = (
  { ownerUrl, productUrl }: Owned,
  log: Log,
  startup: Startup = createStartup(),
): Promise<string[]> =>
  withPatience(ownerUrl, startup, async (db, pool) => {
    const login = loginOf(productUrl);
    await ensureAccount(db, login);
    const done = await migrateIfBehind(db);
    await prepareJobs(pool, log);
    await indexJobs(db);
    await grantRights(db, { account: login.account, exceptions });
    await grantJobRights(db, login.account);
    return done;
  });

interface Started {
  log: Log;
  startup: Startup;
  production: boolean;
}

/**
 * The schema step of a start: an account without DDL rights only verifies that the schema is current. One with them
 * migrates it, as in development and in set-ups with one account.
 *
 * @throws PendingMigrations, NewerDatabase
 */
export const prepareSchema = (databaseUrl: string, { log, startup, production }: Started): Promise<void> =>
  withPatience(databaseUrl, startup, async (db, pool) => {
    if (!(await mayChangeSchema(db))) return verifySchema(db, pool, log);
    await migrateIfBehind(db);
    await prepareJobs(pool, log);
    await indexJobs(db);
    if (production)
      log.warn(
        'the account in DATABASE_URL may change the schema and the audit trail. Let "npm run intake -- migrate" do so, and start under an account with rows alone: docs/running-in-production.md',
      );
  });

/** Reads the steps only where one is pending: to load all of them is a tenth of a start. */
async function migrateIfBehind(db: Database): Promise<string[]> {
  if (await isMigrated(db, migrationNames)) return [];
  const { migrations } = await import('./migrations/all.ts');
  return migrate(db, migrations);
}

async function verifySchema(db: Database, pool: Pool, log: Log): Promise<void> {
  await verifyMigrated(db, migrationNames);
  await prepareJobs(pool, log).catch((error: Error & { code?: string }) => {
    throw error.code === '42501' ? new PendingMigrations(['the tables of the job queue']) : error;
  });
}

/** Runs a migration without a time limit as long as the database works at it: large tables take long. */
async function withPatience<T>(
  url: string,
  { step }: Startup,
  work: (db: Database, pool: Pool) => Promise<T>,
): Promise<T> {
  // Its own name, so that the sessions of another process that starts do not count as ours.
  const applicationName = `intake-schema-${randomUUID()}`;
  const pool = createPool({ url, maxConnections: 3, applicationName, patient: true });
  const db = createDatabase(pool);
  try {
    return await step('the database to bring its tables up to date', () => work(db, pool), {
      limitMs: startLimitMs,
      isAlive: () => verifyWorking(db, applicationName),
    });
  } finally {
    await endPool(pool);
  }
}
