import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { mountDisk, type Disk } from './disk.ts';
import type { Machine } from './network.ts';
import { createService, idsOf, type Service } from './service.ts';
import { writeTemplate, type Values } from './templates.ts';

/** One PostgreSQL server with its Patroni. */
export interface DatabaseNode {
  name: string;
  machine: Machine;
  patroni: Service;
  /** Undefined where this machine allows no mounts. */
  disk: Disk | undefined;
  /** All that Patroni and PostgreSQL have logged. */
  readLog(): string;
  /** Runs a statement as the superuser. @throws when there is no answer within ten seconds */
  ask(statement: string, database?: string): Promise<string>;
  /** Whether PostgreSQL answers, and takes writes. */
  takesWrites(): Promise<boolean>;
  /** Ends PostgreSQL as a crash would; Patroni stays. */
  killPostgres(): void;
  /** Takes the whole node away until the work is done. */
  leaveWhile(work: () => Promise<void>): Promise<void>;
}

/** How Patroni sees a node. */
interface NodeState {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
}

export interface DatabaseCluster {
  etcd: Service;
  etcdMachine: Machine;
  nodes: readonly DatabaseNode[];
  /** The node that takes writes. @throws Error when there is none within two minutes */
  findPrimary(): Promise<DatabaseNode>;
  /** The node that is not the primary. */
  findStandby(): Promise<DatabaseNode>;
  /** Changes what Patroni keeps in etcd, `bootstrap.dcs` of deploy/patroni.yml, at all nodes. */
  configure(settings: Record<string, unknown>): Promise<void>;
  /** Waits until a standby has every commit of the primary, so that a failover loses none. */
  untilSafe(): Promise<void>;
  /** Runs a statement as the superuser, on the primary. */
  administer(statement: string, database?: string): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  folder: string;
  /** For the files of `deploy/`, without those of a single node. */
  values: Values;
  /** The first is that of etcd. */
  machines: readonly Machine[];
  /** Whether each database has a small disk of its own, which a test can fill. */
  hasDisks?: boolean;
}

const run = promisify(execFile);
const account = 'postgres';
/** Where Debian puts PostgreSQL, by version. */
const versions = '/usr/lib/postgresql';
/** Milliseconds for a cluster to be made or a standby to be back, on a busy machine. */
const patienceMs = 120_000;

export async function startDatabases({
  folder,
  values,
  machines,
  hasDisks = false,
}: Options): Promise<DatabaseCluster> {
  const [etcdMachine, ...places] = machines as [Machine, ...Machine[]];
  const etcd = startEtcd(folder, etcdMachine);
  const nodes = places.map((machine, index) =>
    buildNode({ folder, values, machine, name: `db${index + 1}`, hasDisk: hasDisks }),
  );
  const ask = async (): Promise<NodeState[]> => {
    const answers = places.map(async (machine) => {
      const answer = await askPatroni(machine, '/cluster');
      return ((await answer.json()) as { members: NodeState[] }).members;
    });
    return Promise.any(answers).catch(() => []);
  };
  const until = async <T>(find: (states: NodeState[]) => T | undefined, wanted: string): Promise<T> => {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(250)) {
      const found = find(await ask());
      if (found !== undefined) return found;
    }
    throw new Error(`the cluster has no ${wanted}; logs are in ${folder}`);
  };
  const findPrimary = () =>
    until((states) => {
      const leader = states.find(({ role, state }) => role === 'leader' && state === 'running');
      return nodes.find(({ name }) => name === leader?.name);
    }, 'primary');
  const administer: DatabaseCluster['administer'] = async (...asked) => (await findPrimary()).ask(...asked);
  const stop = async () => {
    await Promise.all(nodes.map(({ patroni }) => patroni.stop()));
    await etcd.stop();
    for (const { disk } of nodes) disk?.remove();
  };
  nodes[0]!.patroni.start();
  await findPrimary().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  for (const { patroni } of nodes.slice(1)) patroni.start();
  return {
    etcd,
    etcdMachine,
    nodes,
    findPrimary,
    async findStandby() {
      const primary = await findPrimary();
      return nodes.find((node) => node !== primary)!;
    },
    async configure(settings) {
      const body = JSON.stringify(settings);
      const { machine } = await findPrimary();
      const authorization = `Basic ${Buffer.from(`patroni:${values['PATRONI_PASSWORD']}`).toString('base64')}`;
      const init = { method: 'PATCH', body, headers: { authorization } };
      const { ok, status } = await askPatroni(machine, '/config', init);
      if (!ok) throw new Error(`Patroni answered ${status} to ${body}`);
    },
    async untilSafe() {
      await until((states) => states.find(({ role }) => role === 'sync_standby'), 'synchronous standby');
      for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(250))
        if ((await administer(waitedFor).catch(() => '0')) !== '0') return;
      throw new Error(`the primary waits for no standby; logs are in ${folder}`);
    },
    administer,
    stop,
  };
}

/** How many standbys commits wait for: Patroni's word alone may be older than what happened last. */
const waitedFor = `select count(*) from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`;

/** @throws when it does not answer within two seconds */
export const askPatroni = ({ address }: Machine, where: string, init: RequestInit = {}) =>
  fetch(`http://${address}:8008${where}`, { signal: AbortSignal.timeout(2_000), ...init });

function startEtcd(folder: string, machine: Machine): Service {
  const file = writeTemplate(
    'etcd.yml',
    {
      NODE: 'etcd1',
      NODE_ADDRESS: machine.address,
      ETCD_DATA: path.join(folder, 'etcd'),
      ETCD_HISTORY: '1m',
      ETCD_MEMBERS: `etcd1=http://${machine.address}:2380`,
    },
    path.join(folder, 'etcd.yml'),
  );
  const etcd = createService({ name: 'etcd', command: ['etcd', '--config-file', file], folder, machine, isKept: true });
  etcd.start();
  return etcd;
}

/** Where a node has its files, by the names of `deploy/`. */
export const placesOf = (folder: string, name: string) => ({
  PG_DATA: path.join(folder, name, 'data'),
  PG_SOCKETS: path.join(folder, name),
  PG_PASSFILE: path.join(folder, name, 'passwords'),
  PG_BIN: findPostgres(),
  PATRONI_CONFIG: path.join(folder, name, 'patroni.yml'),
});

interface NodeOptions {
  folder: string;
  values: Values;
  machine: Machine;
  name: string;
  hasDisk: boolean;
}

function buildNode({ folder, values, machine, name, hasDisk }: NodeOptions): DatabaseNode {
  const own = path.join(folder, name);
  const { uid, gid } = idsOf(account);
  const places = placesOf(folder, name);
  mkdirSync(own);
  const disk = hasDisk ? mountDisk(own) : undefined;
  const file = writeTemplate(
    'patroni.yml',
    { ...values, ...places, NODE: name, NODE_ADDRESS: machine.address },
    places.PATRONI_CONFIG,
  );
  for (const owned of [own, file]) chownSync(owned, uid, gid);
  const server = `postgres://postgres:${values['PG_SUPERUSER_PASSWORD']!}@${machine.address}:5432`;
  const ask: DatabaseNode['ask'] = async (statement, database = 'postgres') => {
    const words = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', statement, `${server}/${database}`];
    const { stdout } = await run('psql', words, { timeout: 10_000, env: { ...process.env, PGCONNECT_TIMEOUT: '2' } });
    return stdout.trim();
  };
  // Its log stands outside its disk, which may be full.
  const patroni = createService({ name, command: ['patroni', file], folder, account, machine, isKept: true });
  return {
    name,
    machine,
    patroni,
    disk,
    readLog: () => readFileSync(path.join(folder, `${name}.log`), 'utf8'),
    ask,
    takesWrites: () =>
      ask('select pg_is_in_recovery()').then(
        (isInRecovery) => isInRecovery === 'f',
        () => false,
      ),
    leaveWhile: (work) => patroni.pause(work),
    killPostgres() {
      const [pid] = readFileSync(path.join(places.PG_DATA, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
  };
}

/** The folder with the programs of the newest PostgreSQL. */
function findPostgres(): string {
  const [newest] = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a));
  return `${versions}/${newest}/bin`;
}
