import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConnectionTarget } from './connection-target.ts';

/** Which server of a cluster a pool is for: the one that takes writes, or one that follows it. */
export type ServerRole = 'primary' | 'standby';

/** How a server describes itself. */
export interface ServerState {
  /** Whether it takes writes: a primary that is not set to read only. */
  isWritable: boolean;
  /** Whether it is in recovery: it follows a primary, or is about to become one. */
  isStandby: boolean;
  /** Of the write-ahead log; a promotion begins a higher one. 0 for a standby. */
  timeline: number;
  /** Identifies the cluster, the same for a primary and its standbys; undefined where this account may not ask. */
  cluster: string | undefined;
  database: string;
  /** Whether something between us and the server shares its connections, as PgBouncer does. */
  isPooled: boolean;
  /** Whether statements have a limit of time that this client did not set. */
  limitsStatements: boolean;
}

/** Milliseconds for a server to describe itself, as long as a connection may take. */
const describeMs = 2_000;

/** No server takes writes, as during a failover. Its code is "cannot connect now" (57P03): it may be retried. */
export class NoPrimary extends Error {
  readonly code = '57P03';
  constructor(options?: ErrorOptions) {
    super('no server of the database takes writes', options);
    this.name = 'NoPrimary';
  }
}

/** No server is a standby: the only one may be away, or be the primary now. */
class NoStandby extends Error {
  readonly code = '57P03';
  constructor(options?: ErrorOptions) {
    super('no server of the database is a standby', options);
    this.name = 'NoStandby';
  }
}

const lackOf = { primary: NoPrimary, standby: NoStandby } as const;

/**
 * Asks one server for its state, on a connection of its own.
 *
 * @throws whatever the driver throws when it does not answer
 */
export async function describeServer(address: string): Promise<ServerState> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: describeMs,
    query_timeout: describeMs,
    application_name: 'intake-look',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Omit<ServerState, 'cluster' | 'isPooled'> & { mayAsk: boolean; pid: number }>(
      `select current_setting('transaction_read_only') = 'off' as "isWritable", pg_is_in_recovery() as "isStandby", current_database() as database,
         case when pg_is_in_recovery() then 0
           else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
         current_setting('statement_timeout') <> '0' as "limitsStatements",
         has_function_privilege('pg_control_system()', 'execute') as "mayAsk", pg_backend_pid() as pid`,
    );
    const { mayAsk, pid, ...state } = rows[0]!;
    const cluster = mayAsk ? await identifyCluster(client) : undefined;
    // A pooler hands out keys of its own to cancel queries by; a server's has its process id.
    const isPooled = (client as unknown as { processID: number }).processID !== pid;
    return { ...state, cluster, isPooled };
  } finally {
    // Not awaited: a server that vanishes after its answer never closes its side.
    void client.end().catch(() => undefined);
  }
}

async function identifyCluster(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  return rows[0]!.id;
}

/** A server as a client connects to it. */
interface Server {
  address: string;
  host: string;
  port: number;
}

/** Knows which of several servers has the role that a pool needs. */
export interface ServerFinder {
  role: ServerRole;
  /** @throws NoPrimary, NoStandby when none of them has the role */
  find(): Promise<Server>;
  /** Call it when a connection to a server failed: the next `find` asks all again, unless another is in use by now. */
  forget(server: Server): void;
}

/** Milliseconds before other standbys are asked than the one in use: a change of server cuts the reports that run there. */
const headStartMs = 200;
/**
 * Milliseconds that other servers have to answer after the first that takes writes: a primary that nothing stops any more,
 * since its Patroni hangs, goes on beside the one that was promoted.
 */
const othersMs = 200;

/** @param addresses of the servers. A single one is not asked: its first connection shows what it is. */
export function createServerFinder(addresses: readonly [string, ...string[]], role: ServerRole): ServerFinder {
  const [first, ...others] = addresses.map((address) => ({ address, ...readConnectionTarget(address) }));
  let found: Promise<Server> | undefined;
  let inUse: Server | undefined;
  let last: Server | undefined;
  const askOne = async (server: Server) => {
    if (role === 'standby' && last && server !== last) await sleep(headStartMs);
    return requireRole(server, role);
  };
  const ask = async () => {
    try {
      const asked = [first!, ...others].map(askOne);
      ({ server: inUse } = role === 'standby' ? await Promise.any(asked) : await findNewest(asked));
      last = inUse;
      return inUse;
    } catch (error) {
      found = undefined;
      throw new lackOf[role]({ cause: error });
    }
  };
  return {
    role,
    find: () => (others.length === 0 ? Promise.resolve(first!) : (found ??= ask())),
    forget(server) {
      // Connections to the server before fail one after the other, also while the next one is looked for.
      if (server === inUse) inUse = found = undefined;
    },
  };
}

/** A server that has the role. */
interface Candidate {
  server: Server;
  timeline: number;
}

async function requireRole(server: Server, role: ServerRole): Promise<Candidate> {
  const { isWritable, isStandby, timeline } = await describeServer(server.address);
  if (role === 'primary' ? !isWritable : !isStandby) throw new lackOf[role]();
  return { server, timeline };
}

/** Of the servers that take writes, the one that was promoted last. @throws AggregateError when none does */
async function findNewest(asked: readonly Promise<Candidate>[]): Promise<Candidate> {
  const candidates: Candidate[] = [];
  for (const each of asked)
    each.then(
      (candidate) => candidates.push(candidate),
      () => undefined,
    );
  await Promise.any(asked);
  await Promise.race([Promise.allSettled(asked), sleep(othersMs, undefined, { ref: false })]);
  return candidates.reduce((newest, each) => (each.timeline > newest.timeline ? each : newest));
}

type Connected = (error?: Error | null) => void;

/**
 * The driver's client for a pool: it connects to the server that has the pool's role, wherever that is, and to no other
 * (decisions 0053, 0060). The driver itself takes one server.
 */
export function createServerClient(finder: ServerFinder): new (config?: pg.ClientConfig) => pg.Client {
  const { role } = finder;
  return class ServerClient extends pg.Client {
    #role: ServerRole = 'primary';
    #isConnected = false;

    override connect(): Promise<pg.Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<pg.Client> | void {
      const connecting = this.#connectToRole();
      if (!connected) return connecting;
      connecting.then(() => connected(), connected);
    }

    async #connectToRole(): Promise<pg.Client> {
      const server = await finder.find();
      ({ host: this.host, port: this.port } = server);
      const forget = () => finder.forget(server);
      // Reported at the start of each session since PostgreSQL 14, and again with the first answer after a promotion.
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName !== 'in_hot_standby') return;
        this.#role = parameterValue === 'on' ? 'standby' : 'primary';
        if (!this.#isConnected || this.#role === role) return;
        forget();
        cutConnection(this);
      });
      this.on('error', forget);
      try {
        await super.connect();
      } catch (error) {
        forget();
        throw error;
      }
      this.#isConnected = true;
      if (this.#role === role) return this;
      forget();
      await this.end();
      throw new lackOf[role]();
    }
  };
}

/** Whether two connections lead to one server. */
export const isSameServer = (one: pg.Client, other: pg.Client): boolean =>
  one.host === other.host && one.port === other.port;

/** Cuts a connection without asking the server: what runs on it fails as lost, and its pool takes it out. */
export const cutConnection = (client: pg.Client): void => void client.connection.stream.destroy();
