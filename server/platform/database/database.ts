import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type KyselyPlugin, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { createTurns, type Turns } from '../turns.ts';
import { serverAddresses } from './addresses.ts';
import { createStatementNames, isOutdated, keepStatements } from './prepared-statements.ts';
import { createServerClient, createServerFinder, cutConnection, isSameServer, type ServerRole } from './primary.ts';
import { repeatReads } from './repeated-reads.ts';
import { traceStatements, traceWaiting } from './statement-spans.ts';

/** A connection pool or a transaction on it. Each store names its own tables with `withTables`. */
export type Database = Kysely<object>;
/** A pool, never a transaction. Services hold one, so that they cannot be copied with a transaction as database. */
export interface PooledDatabase extends Kysely<object> {
  readonly isTransaction: false;
  withPlugin(plugin: KyselyPlugin): PooledDatabase;
}
/**
 * A transaction, never the pool (decision 0028): the parameter of functions that lock rows, queue jobs, or write
 * atomically with their caller. Made by `transaction`.
 */
export type Transaction = KyselyTransaction<object>;
export type Pool = pg.Pool;
/** A column that the database fills in by itself. */
export type { Generated } from 'kysely';

/** Options of a connection pool. */
export interface DatabaseOptions {
  /** Names one server or several, of which the pool uses one that has its role. */
  url: string;
  /** The primary unless it is for reports; a pool on a standby only reads. */
  role?: ServerRole;
  /**
   * Whether the address leads to a pooler in transaction mode. It keeps no session, so that statements are unnamed, and
   * takes no limits at the start of one: it sets them itself (`connect_query` in deploy/pgbouncer.ini).
   */
  isPooled?: boolean;
  /** Maximum size of the pool. */
  maxConnections?: number;
  /** `application_name` on the server; also used to detect a second process. */
  applicationName?: string;
  /** For migrations: no statement timeout, because they may move much data, but a lock timeout. */
  patient?: boolean;
}

/**
 * In milliseconds, upper bounds for a request. The server cancels a long statement itself; a hung server cannot, so the
 * client times out a moment later.
 */
export const timeouts = {
  connect: 2_000,
  statement: 5_000,
  answer: 5_200,
  idleInTransaction: 10_000,
  lock: 15_000,
  /** Of a report on a standby, where it blocks no other request; less than `timeout server` of deploy/haproxy.cfg, 70 s. */
  report: 60_000,
  end: 1_000,
  namedTurn: 10_000,
};

/** Concurrent transactions of one turn name: one holds the row lock, the others are about to wait for it. */
export const namedAtOnce = 5;
/** Upper bound of the queue of waiting transactions (back-pressure); about the requests a process takes at a time. */
export const transactionsWaitingMost = 1_000;

/** A pool that survives lost connections: they are answered 503 and never crash the process. */
export function createPool({
  url,
  role = 'primary',
  isPooled = false,
  maxConnections = 10,
  applicationName = 'intake',
  patient = false,
}: DatabaseOptions): pg.Pool {
  const servers = serverAddresses(url);
  const pool = new pg.Pool({
    connectionString: servers[0],
    Client: createServerClient(createServerFinder(servers, role)),
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: patient ? 0 : timeouts.answer,
    ...(isPooled ? {} : sessionLimits(patient)),
    ...(role === 'standby' ? reportLimits : {}),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  traceWaiting(pool);
  // An unhandled `error` event of an idle connection would end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  const connected = new Set<pg.PoolClient>();
  connections.set(pool, connected);
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => {
    connected.delete(client);
    idle.delete(client);
  });
  const names = createStatementNames();
  pool.on('connect', (client) => {
    // A failover: nothing waits for answers of the primary before.
    for (const other of connected) if (!isSameServer(client, other)) cutConnection(other);
    connected.add(client);
    client.on('error', () => undefined);
    closeOnTimeout(client, () => idle.forEach(cutConnection));
    if (!patient && !isPooled) keepStatements(client, names);
    traceStatements(client);
  });
  return pool;
}

/** Limits that the server itself keeps for a session. Of a request the shorter one of its statement also ends a wait for a lock. */
const sessionLimits = (patient: boolean) => ({
  statement_timeout: patient ? 0 : timeouts.statement,
  idle_in_transaction_session_timeout: timeouts.idleInTransaction,
  ...(patient ? { lock_timeout: timeouts.lock } : {}),
});

/** Of a session on a standby. It stays one that only reads when the standby is promoted. */
const reportLimits = {
  statement_timeout: timeouts.report,
  query_timeout: timeouts.report + timeouts.answer - timeouts.statement,
  options: '-c default_transaction_read_only=on',
};

/** The connections of each pool, in use or not. */
const connections = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Cuts every connection of a pool: what runs on them fails as lost. The pool opens others. */
export function cutConnections(pool: pg.Pool): void {
  for (const client of connections.get(pool) ?? []) cutConnection(client);
}

/** Closes a pool and destroys connections not returned in time: `pool.end` alone waits for them, possibly for ever. */
export async function endPool(pool: pg.Pool): Promise<void> {
  const waited = new AbortController();
  const ended = pool.end().then(() => waited.abort());
  await Promise.race([ended, sleep(timeouts.end, undefined, waited).catch(() => undefined)]);
  for (const client of connections.get(pool) ?? []) leave(client);
}

const leave = (client: pg.PoolClient) => void (client as unknown as pg.Client).end().catch(() => undefined);

/**
 * A query that times out leaves its connection blocked, for the rollback and for the pool's next client. So the
 * connection is closed with the query.
 *
 * @param suspectOthers called then: a server that vanished without a word leaves idle connections that look alive
 */
function closeOnTimeout(client: pg.PoolClient, suspectOthers: () => void): void {
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
  const askOnce = (...question: unknown[]) => {
    const answer = ask(...question);
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message !== queryTimeoutMessage) return;
        leave(client);
        suspectOthers();
      });
    return answer;
  };
  client.query = askOnce as typeof client.query;
}

/** The driver's message for a client-side query timeout. */
const queryTimeoutMessage = 'Query read timeout';

/** The queue of each database whose transactions wait in turns. */
const turnsOf = new WeakMap<Database, Turns>();

/**
 * @param keptForReading connections reserved for statements outside transactions, so that reads never wait for locks
 *   (decision 0018). Further transactions wait without a connection. At 0 they wait for the pool, as reads do.
 */
export function createDatabase(pool: pg.Pool, { keptForReading = 0 } = {}): PooledDatabase {
  const db = new Kysely<object>({
    dialect: new PostgresDialect({ pool: repeatReads(pool, isConnectionLost) }),
  }) as PooledDatabase;
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

/** Seconds that sessions may be idle between two statements, and still count as working. */
const pauseSeconds = 1;

/**
 * Verifies that the server runs statements for this `application_name`, on other connections than the one this asks on. A
 * connection that was lost silently waits for ever, while others are answered. A server that does not even show what this
 * connection does (`track_activities`, an account without rights on its own sessions, a pooler that renames them) only
 * has to answer.
 *
 * @throws when the database does not answer, or does nothing for that name
 */
export async function verifyWorking(db: Database, applicationName: string): Promise<void> {
  const { rows } = await sql<{ isOwn: boolean; isWorking: boolean }>`
    select pid = pg_backend_pid() as "isOwn",
      state = 'active' or state_change > clock_timestamp() - make_interval(secs => ${pauseSeconds}) as "isWorking"
    from pg_stat_activity where application_name = ${applicationName}`.execute(db);
  const isShown = rows.some(({ isOwn, isWorking }) => isOwn && isWorking);
  if (isShown && !rows.some(({ isOwn, isWorking }) => !isOwn && isWorking))
    throw new Error(`the database does nothing for ${applicationName}`);
}

/** Transactions of a database that wait for their turn, without a connection. */
export const waitingTransactions = (db: Database): number => turnsOf.get(db)?.load().waiting ?? 0;

/** Serialization failure and deadlock: transient, to be retried. */
const retryableStates = new Set(['40001', '40P01']);
const maxTries = 4;

/** Options of a transaction. */
export interface TransactionOptions {
  /**
   * Names a contended row, for example a cohort in a rush. A few transactions of one name run at a time; the others
   * wait longer than usual, without a connection. Per process: the row's lock decides among processes.
   */
  turn?: string;
}

/**
 * Runs `work` atomically. Inside another transaction it joins that one. A deadlock or serialization failure is retried
 * with jitter, a lost connection once, so `work` may run more than once and must have no effect outside the database.
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

/** What is to be done once a transaction has been committed. */
const afterCommit = new WeakMap<Transaction, (() => void)[]>();

/**
 * Runs `work` once the transaction has been committed: never for one that is rolled back, and once for one that is
 * retried. For effects outside the database that may be lost with the process, such as counting.
 *
 * @param tx as `transaction` gave it
 */
export const onCommit = (tx: Transaction, work: () => void): void => void afterCommit.get(tx)?.push(work);

async function persist<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    let isCommitting = false;
    try {
      const committed: (() => void)[] = [];
      const result = await db.transaction().execute(async (tx) => {
        afterCommit.set(tx, committed);
        const worked = await work(tx);
        isCommitting = true;
        return worked;
      });
      for (const follow of committed) follow();
      return result;
    } catch (error) {
      // A connection lost during COMMIT leaves the outcome unknown; only the caller can look it up.
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
/** The last is PgBouncer's word for a server that vanished; its code, 08P01, stands for faults of a client too. */
const lostTexts = /Connection terminated unexpectedly|encountered a connection error|server conn crashed\?/i;
const silentTexts =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client was closed|Cannot use a pool after/i;

/** Whether an error means that the database is temporarily unavailable, rather than a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  const { syscall, message = '' } = asFault(error);
  const code = codeOf(error);
  return (
    isConnectionLost(error) ||
    unavailableStates.test(code) ||
    unreachableNodeCodes.includes(code) ||
    // The Unix socket of a database that is not running.
    (code === 'ENOENT' && syscall === 'connect') ||
    silentTexts.test(message)
  );
}

/** Whether an error means that the connection was lost, before or after the server had the statement. */
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

/** Whether an error is a foreign key violation. */
export const isReferenced = (error: unknown): boolean => codeOf(error) === '23503';

/** Whether an error is a statement's end by its time limit. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === '57014';
