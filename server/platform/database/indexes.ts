import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from './database.ts';

/**
 * An index to be added: its name, with the schema of its table unless that is `public`, what follows `on`, and whether it
 * is unique.
 */
export type NewIndex = readonly [name: string, on: string, kind?: 'unique'];

const kindOf = ([, , kind]: NewIndex) => (kind === 'unique' ? 'unique index' : 'index');

/** A migration that adds indexes alone. */
export interface IndexMigration extends Pick<Migration, 'up'> {
  indexes: readonly NewIndex[];
}

/**
 * A migration that adds indexes. On a database in use they are built before it, while the table is written to
 * ({@link buildIndexes}); the migration then finds them there. In a new database it makes them.
 */
export const addIndexes = (...indexes: readonly NewIndex[]): IndexMigration => ({
  indexes,
  async up(db: Kysely<unknown>) {
    for (const index of indexes) {
      const [name, on] = index;
      await sql.raw(`create ${kindOf(index)} if not exists ${name} on ${on}`).execute(db);
    }
  },
});

/** Milliseconds between two looks for the end of another process that builds indexes. */
const lookMs = 200;
/** Advisory lock of the one process that builds. An arbitrary number. */
const buildLock = 7_160_235;

/**
 * Runs `work` in the one process that builds indexes: on a connection that holds an advisory lock of its session, and so
 * past any pooler in transaction mode.
 */
export const whileBuilding = <T>(db: Database, work: (connection: Database) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    // Not the waiting lock: its statement would hold a snapshot, which the build of another process waits for.
    while (!(await tryLock(connection))) await sleep(lookMs);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(buildLock)})`.execute(connection);
    }
  });

/**
 * Builds indexes without blocking writes (`create index concurrently`), which no transaction can do; call it within
 * {@link whileBuilding}. What a killed build left behind is built anew. An index of a table that is not there is left to
 * the migration: the table will be empty.
 *
 * @returns false where an index is not built yet, because a pending migration adds its column or function
 */
export async function buildIndexes(connection: Database, indexes: readonly NewIndex[]): Promise<boolean> {
  let areBuilt = true;
  for (const index of indexes) areBuilt = (await build(connection, index)) && areBuilt;
  return areBuilt;
}

/** The server ends a session whose client is silent for so long, 20 s in all: a connection that is lost keeps the lock. */
const keepAlive = { idle: '10', interval: '5', count: '2' };

async function tryLock(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_lock(${sql.lit(buildLock)}) as "isOurs",
      set_config('tcp_keepalives_idle', ${keepAlive.idle}, false),
      set_config('tcp_keepalives_interval', ${keepAlive.interval}, false),
      set_config('tcp_keepalives_count', ${keepAlive.count}, false)`.execute(db);
  return rows[0]!.isOurs;
}

async function build(db: Database, index: NewIndex): Promise<boolean> {
  const [name, on] = index;
  const [table] = on.split(' ');
  const { rows } = await sql<{ isThere: boolean; isBroken: boolean }>`
    select to_regclass(${table}) is not null as "isThere",
      exists (select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid) as "isBroken"`.execute(
    db,
  );
  if (!rows[0]!.isThere) return true;
  if (rows[0]!.isBroken) await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
  try {
    await sql.raw(`create ${kindOf(index)} concurrently if not exists ${name.split('.').at(-1)} on ${on}`).execute(db);
    return true;
  } catch (error) {
    if (isOfPendingStep.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** A column or a function that a pending migration adds. */
const isOfPendingStep = ['42703', '42883'];
