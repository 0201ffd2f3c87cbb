import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type KyselyPlugin, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { createTurns, type Turns } from '../turns.ts';
import { isOutdated, keepStatements } from './prepared-statements.ts';

/** A connection pool or a transaction on it. Each store names its own tables with `withTables`. */
export type Database = Kysely<object>;
/** A pool, never a transaction: services hold one, so that none can be copied with a transaction as their database. */
export interface PooledDatabase extends Kysely<object> {
  readonly isTransaction: false;
  withPlugin(plugin: KyselyPlugin): PooledDatabase;
}
/**
 * A transaction, never the pool (decision 0028). Taken by what locks rows, queues work, or writes what must be kept
 * together with what its caller writes; `transaction` makes one.
 */
export type Transaction = KyselyTransaction<object>;
export type Pool = pg.Pool;
/** A column that the database fills in by itself. */
export type { Generated } from 'kysely';

export interface DatabaseOptions {
  url: string;
  /** Connections at most. */
  maxConnections?: number;
  /** What the server shows of us; also how a second process is noticed. */
  applicationName?: string;
  /** No time limit for a statement, but one for waiting for a lock: for migrations, which may have much to move. */
  patient?: boolean;
}

/**
 * Times in milliseconds. A request never waits longer than these for the database. The server ends a long statement
 * itself; a server that has stopped cannot, so we give up a moment later.
 */
export const timeouts = {
  connect: 2_000,
  statement: 5_000,
  answer: 5_200,
  idleInTransaction: 10_000,
  lock: 15_000,
  end: 1_000,
  namedTurn: 10_000,
};

/** Transactions of one name that run at once: one holds the lock they are named after, the others are on their way to it. */
const namedAtOnce = 5;
/** Transactions that wait at most, in memory; about as many requests as a process takes at a time. */
export const transactionsWaitingMost = 1_000;

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
    query_timeout: patient ? 0 : timeouts.answer,
    statement_timeout: patient ? 0 : timeouts.statement,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    ...(patient ? { lock_timeout: timeouts.lock } : {}),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // A connection that breaks must not end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  const connected = new Set<pg.PoolClient>();
  connections.set(pool, connected);
  pool.on('remove', (client) => connected.delete(client));
  pool.on('connect', (client) => {
    connected.add(client);
    client.on('error', () => undefined);
    leaveWhenSilent(client);
    if (!patient) keepStatements(client);
  });
  return pool;
}

/** The connections of each pool, in use or not. */
const connections = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Closes a pool. What is not given back in a moment is cut off: `pool.end` alone waits for it, and that may be for ever. */
export async function endPool(pool: pg.Pool): Promise<void> {
  const waited = new AbortController();
  const ended = pool.end().then(() => waited.abort());
  await Promise.race([ended, sleep(timeouts.end, undefined, waited).catch(() => undefined)]);
  for (const client of connections.get(pool) ?? []) leave(client);
}

const leave = (client: pg.PoolClient) => void (client as unknown as pg.Client).end().catch(() => undefined);

/**
 * A query that is never answered blocks its connection: the rollback, and the next caller that the pool lends it to. So
 * the connection is closed with the query.
 */
function leaveWhenSilent(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
  const askOnce = (...question: unknown[]) => {
    const answer = ask(...question);
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === silence) leave(client);
      });
    return answer;
  };
  client.query = askOnce as typeof client.query;
}

/** What the driver says when no answer came in time. */
const silence = 'Query read timeout';

/** The turns of each database whose transactions take some. */
const turnsOf = new WeakMap<Database, Turns>();

/**
 * @param keptForReading connections of the pool that are never in a transaction, so that reading never waits for locks.
 *   Transactions that find the others taken wait without a connection. At 0 they wait for the pool, as reading does.
 */
export function createDatabase(pool: pg.Pool, { keptForReading = 0 } = {}): PooledDatabase {
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) }) as PooledDatabase;
  if (keptForReading > 0)
    turnsOf.set(
      db,
      createTurns({
        atOnce: pool.options.max - keptForReading,
        eachAtOnce: namedAtOnce,
        waitingMost: transactionsWaitingMost,
        waitMs: timeouts.connect,
      }),
    );
  return db;
}

/** @throws when the database does not answer */
export const ping = (db: Database): Promise<unknown> => sql`select 1`.execute(db);

/** Serialization failure and deadlock: PostgreSQL asks for another try. */
const retryableStates = new Set(['40001', '40P01']);
const maxTries = 4;

export interface TransactionOptions {
  /**
   * The row that many transactions lock at once, a class in a rush say. Of one name a few run at a time and the others
   * wait longer than usual, none with a connection. Other processes have their own: the lock decides among them.
   */
  turn?: string;
}

/**
 * What must happen together. Inside another transaction it joins that one.
 * A deadlock or serialization failure is tried again with a little jitter, a lost connection once, so `work` may run
 * more than once and must touch nothing but the database.
 *
 * @throws Refusal service-unavailable when its turn did not come in time
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  { turn }: TransactionOptions = {},
): Promise<T> {
  if (isTransaction(db)) return work(db);
  const turns = turnsOf.get(db);
  if (!turns) return persist(db, work);
  const ask = turn === undefined ? {} : { shares: [turn], waitMs: timeouts.namedTurn };
  return turns.take(ask, () => persist(db, work));
}

const isTransaction = (db: Database): db is Transaction => db.isTransaction;

async function persist<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      // A connection lost during the commit leaves open whether it happened; only the caller can look it up.
      const isLost = tried === 1 && !isCommitting && isConnectionLost(error);
      const mayRetry = isLost || isOutdated(error) || retryableStates.has(codeOf(error));
      if (!mayRetry || tried === maxTries) throw error;
      await sleep(10 * 2 ** tried * (0.5 + Math.random()));
    }
  }
}

/**
 * Connection lost or refused, too many connections, out of space, shutting down, statement or transaction timeout,
 * standby, deadlock or serialization failure after all tries.
 */
const unavailableStates = /^(08|53|57P0|57014|55P03|25006|25P0[34]|40001|40P01)/;
const lostStates = /^(08003|08006|57P0[12])/;
const lostNodeCodes = ['ECONNRESET', 'EPIPE'];
const unreachableNodeCodes = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
const lostTexts = /Connection terminated unexpectedly|encountered a connection error/i;
const silentTexts =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client was closed|Cannot use a pool after/i;

/** Whether an error means "the database does not answer at the moment" rather than a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  const { syscall, message = '' } = asFault(error);
  const code = codeOf(error);
  return (
    isConnectionLost(error) ||
    unavailableStates.test(code) ||
    unreachableNodeCodes.includes(code) ||
    // The socket file of a database that is not running.
    (code === 'ENOENT' && syscall === 'connect') ||
    silentTexts.test(message)
  );
}

function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return lostStates.test(code) || lostNodeCodes.includes(code) || lostTexts.test(asFault(error).message ?? '');
}

type Fault = { code?: unknown; message?: string; syscall?: string };
const asFault = (error: unknown): Fault => (typeof error === 'object' && error !== null ? error : {});

function codeOf(error: unknown): string {
  const { code } = asFault(error);
  return typeof code === 'string' ? code : '';
}

/** Whether an error is the violation of a unique constraint, of the named one if given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const fault = error as { code?: string; constraint?: string };
  return fault.code === '23505' && (constraint === undefined || fault.constraint === constraint);
}

/** Whether an error says that a row cannot go, because others refer to it. */
export const isReferenced = (error: unknown): boolean => codeOf(error) === '23503';
