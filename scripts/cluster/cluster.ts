import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { DatabaseAddresses } from '../../server/platform/database/check-servers.ts';
import { findNode } from '../lib/node.mjs';
import { root } from '../lib/project.mjs';
import { startDatabases, type DatabaseCluster } from './database.ts';
import { layCables, openLoopback, type Network } from './network.ts';
import { startBareServer, startProduct, type ProductProcess } from './product.ts';
import { createService, idsOf, type Service } from './service.ts';
import { readVariables, writeTemplate, type Values } from './templates.ts';

/** A whole cluster on this machine, on loopback addresses of its own. */
export interface Cluster {
  /** What people open: the proxy, with a certificate that this process trusts. */
  url: string;
  /** The same without TLS. */
  plainUrl: string;
  folder: string;
  network: Network;
  databases: DatabaseCluster;
  pooler: Service;
  proxy: Service;
  processes: readonly ProductProcess[];
  /** Starts `bare-server.ts` on the same database: the baseline for the time that a killed process takes to restart. */
  startBareServer(): ProductProcess;
  /** Of the account that owns the database, past the pooler. */
  ownerUrl: string;
  /** Of the product's account. */
  addresses: DatabaseAddresses;
  stop(): Promise<void>;
}

interface Options {
  /** Of the proxy, on this machine's usual address; the next one is for TLS. */
  port: number;
  processes?: number;
  /** Gives etcd and each PostgreSQL a network of its own, where this machine allows it. */
  isDivisible?: boolean;
}

const poolerAccount = 'postgres';

/**
 * Starts etcd, two PostgreSQL under Patroni, PgBouncer, HAProxy and the product, each with its file of `deploy/`. Its data
 * is thrown away when it stops.
 */
export async function startCluster({ port, processes: count = 2, isDivisible = false }: Options): Promise<Cluster> {
  const folder = mkdtempSync(path.join(findRoom(), 'intake-cluster-'));
  chmodSync(folder, 0o755);
  const net = `127.${100 + (process.pid % 100)}.${port % 250}`;
  const network = (isDivisible && layCables(machineCount)) || openLoopback(net, machineCount);
  const values = gatherValues({ folder, net, network, port, count });
  // Also of a run that was interrupted: namespaces and mounts outlive the processes in them.
  process.on('exit', network.close);
  const stops: (() => Promise<unknown>)[] = [async () => network.close()];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each().catch(() => undefined);
    process.off('exit', network.close);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const databases = await startDatabases({ folder, values, machines: network.machines, hasDisks: true });
    stops.push(databases.stop);
    await prepareDatabase(databases, values);
    const proxy = startProxy(folder, values);
    stops.push(() => proxy.stop());
    const pooler = startPooler(folder, values);
    stops.push(() => pooler.stop());
    const environment = readFileSync(writeTemplate('intake.env', values, path.join(folder, 'intake.env')), 'utf8');
    const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = readVariables(environment);
    migrate(url!, values);
    const settingsOf = (index: number) => ({ folder, environment, host: values['HOST']!, port: firstPort + index });
    const processes = Array.from({ length: count }, (_, index) => startProduct(settingsOf(index)));
    stops.push(() => Promise.all(processes.map(({ service }) => service.stop())));
    await Promise.all(processes.map(({ untilReady }) => untilReady()));
    await untilAnswered(values['APP_URL']!);
    return {
      url: values['APP_URL']!,
      plainUrl: `http://localhost:${port}`,
      folder,
      network,
      databases,
      pooler,
      proxy,
      processes,
      startBareServer() {
        const bare = startBareServer(settingsOf(count));
        stops.push(() => bare.service.stop());
        return bare;
      },
      ownerUrl: ownerUrl(values),
      addresses: { url: url!, directUrl },
      stop,
    };
  } catch (error) {
    for (const each of stops.splice(0).toReversed()) await each().catch(() => undefined);
    console.error(`The cluster did not start. Its logs are in ${folder}.`);
    throw error;
  }
}

const firstPort = 4001;
/** One for etcd, two for PostgreSQL. */
const machineCount = 3;
/** Bytes for two databases and their logs. */
const roomBytes = 3e9;

/** Memory where there is enough: the data is thrown away, and a disk that others use adds its stalls to every commit. */
function findRoom(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomBytes ? memory : tmpdir();
}

interface Places {
  folder: string;
  /** The first three numbers of loopback addresses. */
  net: string;
  network: Network;
  port: number;
  count: number;
}

/** Everything that the files of `deploy/` leave open. */
function gatherValues({ folder, net, network, port, count }: Places): Values {
  const password = () => randomBytes(18).toString('hex');
  const servers = (lines: string[]) => lines.join('\n    ');
  const host = `${net}.1`;
  const [etcd, first, second] = network.machines.map(({ address }) => address);
  return {
    NETWORK: network.range,
    ETCD_HOSTS: `${etcd}:2379`,
    PG_HBA_TYPE: 'host',
    // Backups have a cluster of their own: backup.fact.ts.
    ARCHIVE_COMMAND: '/bin/true',
    PG_SUPERUSER_PASSWORD: password(),
    PG_REPLICATION_PASSWORD: password(),
    PG_REWIND_PASSWORD: password(),
    PATRONI_PASSWORD: password(),
    OWNER_PASSWORD: password(),
    PRODUCT_ACCOUNT: 'intake_product',
    PRODUCT_PASSWORD: password(),
    PROXY_ADDRESS: host,
    PROXY_SOCKET: path.join(folder, 'haproxy.sock'),
    POOLER_ADDRESS: host,
    POOLER_USERS: path.join(folder, 'pooler-users'),
    PUBLIC_BIND: `127.0.0.1:${port}`,
    PUBLIC_TLS_BIND: `127.0.0.1:${port + 1}`,
    CERTIFICATE: path.join(folder, 'certificate.pem'),
    PROCESSES: servers(
      Array.from({ length: count }, (_, index) => [
        `server intake${index + 1} ${host}:${firstPort + index} check`,
        `server intake${index + 1}-unchecked ${host}:${firstPort + index} backup no-check`,
      ]).flat(),
    ),
    DATABASES: servers([`server db1 ${first}:5432 check`, `server db2 ${second}:5432 check`]),
    DATABASE_SERVERS: `${first}:5432,${second}:5432`,
    POOLER_OPTIONS: '',
    DATABASE_OPTIONS: '',
    NODE_ENV: 'development',
    APP_URL: `https://localhost:${port + 1}`,
    HOST: host,
    TRUSTED_PROXIES: '127.0.0.0/8',
    SECRETS_FILE: path.join(folder, 'secrets'),
    DATA_DIR: path.join(folder, 'files'),
  };
}

const ownerUrl = (values: Values) =>
  `postgres://intake_owner:${values['OWNER_PASSWORD']}@${values['DATABASE_SERVERS']}/intake`;

/** As docs/running-in-production.md has the server's administrator do. */
async function prepareDatabase({ administer }: DatabaseCluster, values: Values): Promise<void> {
  await administer(`create role intake_owner login createrole password '${values['OWNER_PASSWORD']}'`);
  await administer('create database intake owner intake_owner');
}

function startProxy(folder: string, values: Values): Service {
  writeFileSync(values['SECRETS_FILE']!, randomBytes(32).toString('hex'), { mode: 0o600 });
  setDefaultCACertificates([...getCACertificates(), makeCertificate(values['CERTIFICATE']!)]);
  const file = writeTemplate('haproxy.cfg', values, path.join(folder, 'haproxy.cfg'));
  const proxy = createService({ name: 'haproxy', command: ['haproxy', '-W', '-db', '-f', file], folder, isKept: true });
  proxy.start();
  return proxy;
}

/** Writes key and certificate for localhost into one file, as HAProxy takes them. @returns the certificate */
function makeCertificate(file: string): string {
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...words, ...names, '-keyout', `${file}.key`, '-out', file], { stdio: 'ignore' });
  const certificate = readFileSync(file, 'utf8');
  writeFileSync(file, certificate + readFileSync(`${file}.key`, 'utf8'), { mode: 0o600 });
  return certificate;
}

function startPooler(folder: string, values: Values): Service {
  const users = values['POOLER_USERS']!;
  writeFileSync(users, `"${values['PRODUCT_ACCOUNT']}" "${values['PRODUCT_PASSWORD']}"\n`, { mode: 0o600 });
  const file = writeTemplate('pgbouncer.ini', values, path.join(folder, 'pgbouncer.ini'));
  const { uid, gid } = idsOf(poolerAccount);
  for (const owned of [users, file]) chownSync(owned, uid, gid);
  const command = ['pgbouncer', file] as const;
  const pooler = createService({ name: 'pgbouncer', command, folder, account: poolerAccount, isKept: true });
  pooler.start();
  return pooler;
}

/** Brings the schema up to date under the owner's account, before any process starts. */
function migrate(url: string, values: Values): void {
  execFileSync(findNode(), ['server/command.ts', 'migrate'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl(values),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilAnswered(url: string): Promise<void> {
  for (let asked = 0; asked < 200; asked++) {
    const isThere = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
  throw new Error(`the proxy at ${url} reaches no process`);
}
