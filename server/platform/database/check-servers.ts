import { nameServers, serverAddresses } from './addresses.ts';
import { isUnavailable } from './database.ts';
import { keepsTransactions } from './pooler.ts';
import { describeServer, NoPrimary, type ServerState } from './primary.ts';

/** The addresses of a database. */
export interface DatabaseAddresses {
  url: string;
  /** Past a pooler in transaction mode, to the servers themselves; undefined where `url` is that address. */
  directUrl: string | undefined;
  /** Of standbys that reports are read from; undefined where all is read from the primary. */
  readUrl?: string | undefined;
}

/** Addresses that the product cannot run on. The message is a sentence that says what to change. */
class WrongDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongDatabase';
  }
}

/**
 * Refuses addresses that would fail later or, worse, seldom: a standby alone, servers of several clusters, a pooler that
 * keeps no transactions or that workers would have to listen through. A standby for reports that is away refuses no
 * start: it may be lost while the product has to go on.
 *
 * @returns warnings
 * @throws WrongDatabase; NoPrimary during a failover; the driver's error when no server answers
 */
export async function checkServers(addresses: DatabaseAddresses): Promise<string[]> {
  const { readUrl } = addresses;
  const [{ servers, warnings }, standbys] = await Promise.all([
    checkPrimary(addresses),
    readUrl === undefined ? [] : describeStandbys(readUrl),
  ]);
  if (readUrl === undefined) return warnings;
  requireOneDatabase('DATABASE_URL and DATABASE_READ_URL lead', [...servers, ...standbys]);
  if (standbys.some(({ isStandby }) => isStandby)) return warnings;
  return [
    ...warnings,
    `no server that DATABASE_READ_URL names (${nameServers(readUrl)}) is a standby now: reports are read from the primary until one is`,
  ];
}

interface CheckedPrimary {
  /** Past a pooler, where there is one. */
  servers: ServerState[];
  warnings: string[];
}

async function checkPrimary({ url, directUrl }: DatabaseAddresses): Promise<CheckedPrimary> {
  const shared = await describeServers('DATABASE_URL', url);
  if (directUrl === undefined) {
    if (shared.some(({ isPooled }) => isPooled))
      throw new WrongDatabase(
        'DATABASE_URL leads to a pooler such as PgBouncer. Whatever its mode, workers need an address past it: name the PostgreSQL behind it in DATABASE_DIRECT_URL too.',
      );
    return { servers: shared, warnings: [] };
  }
  const direct = await describeServers('DATABASE_DIRECT_URL', directUrl);
  if (direct.some(({ isPooled }) => isPooled))
    throw new WrongDatabase('DATABASE_DIRECT_URL leads to a pooler: it must name the PostgreSQL behind it.');
  requireOneDatabase('DATABASE_URL and DATABASE_DIRECT_URL lead', [...shared, ...direct]);
  const keeping = await Promise.all(shared.map(({ address }) => mayKeepTransactions(address)));
  if (keeping.includes(false))
    throw new WrongDatabase(
      'the pooler at DATABASE_URL is in statement mode, which allows no transactions: set its pool_mode to transaction.',
    );
  const warnings = shared.every(({ limitsStatements }) => limitsStatements)
    ? []
    : [
        'the pooler at DATABASE_URL sets no statement_timeout, so that a statement may run for ever: add it to connect_query, as deploy/pgbouncer.ini does',
      ];
  return { servers: direct, warnings };
}

/** Whether a pooler keeps transactions; one that has gone away since it was looked at is not asked. */
const mayKeepTransactions = (address: string): Promise<boolean> =>
  keepsTransactions(address).catch((error: unknown) => {
    if (isUnavailable(error)) return true;
    throw error;
  });

/** Those that answer. */
async function describeStandbys(readUrl: string): Promise<ServerState[]> {
  const { states, faults } = await lookAt(readUrl);
  const fault = faults.find(isRefusal);
  if (fault) throw fault;
  if (states.some(({ isPooled }) => isPooled))
    throw new WrongDatabase('DATABASE_READ_URL leads to a pooler: it must name the standby behind it.');
  return states;
}

const isRefusal = (error: Error) => !isUnavailable(error);

interface FoundServer extends ServerState {
  address: string;
}

async function lookAt(url: string): Promise<{ states: FoundServer[]; faults: Error[] }> {
  const looks = await Promise.allSettled(
    serverAddresses(url).map(async (address) => ({ ...(await describeServer(address)), address })),
  );
  return {
    states: looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : [])),
    faults: looks.flatMap((look) => (look.status === 'rejected' ? [look.reason as Error] : [])),
  };
}

async function describeServers(variable: string, url: string): Promise<FoundServer[]> {
  const { states, faults } = await lookAt(url);
  // One server's refusal of the account counts, and that none answers.
  const fault = faults.find(isRefusal) ?? (states.length === 0 ? faults[0] : undefined);
  if (fault) throw fault;
  requireOneDatabase(`${variable} leads`, states);
  if (states.some(({ isWritable }) => isWritable)) return states;
  if (states.some(({ isStandby }) => !isStandby))
    throw new WrongDatabase(
      `the primary that ${variable} names (${nameServers(url)}) takes no writes: default_transaction_read_only is on there, for the server, the database or this account.`,
    );
  // The silent one may be the primary, which is coming back or being replaced.
  if (faults.length > 0) throw new NoPrimary({ cause: faults[0] });
  throw new WrongDatabase(
    `${variable} names ${states.length === 1 ? 'a standby' : 'standbys'} alone (${nameServers(url)}), which take no writes: name the primary, or every server of the cluster, separated by commas.`,
  );
}

function requireOneDatabase(subject: string, states: readonly ServerState[]): void {
  const known = states.filter(({ cluster }) => cluster !== undefined);
  const places = new Set(known.map(({ cluster, database }) => `${cluster}/${database}`));
  if (places.size < 2) return;
  throw new WrongDatabase(
    `${subject} to ${places.size} different databases: all servers must be of one cluster, a primary and its standbys.`,
  );
}
