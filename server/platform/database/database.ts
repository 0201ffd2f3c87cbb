import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

/** A connection pool or a transaction on it. Each store names its own tables with `withTables`. */
export type Database = Kysely<object>;
export type Pool = pg.Pool;

export interface DatabaseOptions {
  url: string;
  /** Connections at most. */
  maxConnections?: number;
  /** What the server shows of us; also how a second process is noticed. */
  applicationName?: string;
  /** No time limit for a statement: for migrations, which may have much to move. */
  patient?: boolean;
}

/** Times in milliseconds. A request never waits longer than these for the database. */
const timeouts = { connect: 2_000, statement: 5_000, idleInTransaction: 10_000 };

/** A pool that heals itself: a lost connection is an answer 503, never the end of the process. */
export function createPool({
  url,
  maxConnections = 10,
  applicationName = 'intake',
  patient = false,
}: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: patient ? 0 : timeouts.statement + 1_000,
    statement_timeout: patient ? 0 : timeouts.statement,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // A connection that breaks must not end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
}

/** @throws when the database does not answer */
export const ping = (db: Database): Promise<unknown> => sql`select 1`.execute(db);

/** Serialization failure and deadlock: PostgreSQL asks for another try. */
const retryableStates = new Set(['40001', '40P01']);
const maxTries = 4;

/**
 * What must happen together. Inside another transaction it joins that one.
 * A deadlock or serialization failure is tried again with a little jitter, so `work` may run more than once
 * and must touch nothing but the database.
 */
export async function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const state = (error as { code?: string }).code ?? '';
      if (!retryableStates.has(state) || tried === maxTries) throw error;
      await sleep(10 * 2 ** tried * (0.5 + Math.random()));
    }
  }
}

/** Connection lost or refused, too many connections, out of space, shutting down, statement timeout. */
const unavailableStates = /^(08|53|57P0|57014|55P03)/;
const unavailableNodeCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
const unavailableTexts =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after/i;

/** Whether an error means "the database does not answer at the moment" rather than a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (unavailableStates.test(code) || unavailableNodeCodes.has(code))) return true;
  return typeof message === 'string' && unavailableTexts.test(message);
}

/** Whether an error is the violation of a unique constraint, of the named one if given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const fault = error as { code?: string; constraint?: string };
  return fault.code === '23505' && (constraint === undefined || fault.constraint === constraint);
}
