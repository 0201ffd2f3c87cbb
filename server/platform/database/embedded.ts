import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensureAccount, loginOf } from './account.ts';
import { createDatabase, createPool, endPool } from './database.ts';
import { copyBinaries, findBinaries, type Binaries } from './embedded-binaries.ts';
import { mayReach, type Account } from './embedded-account.ts';
import { embeddedFailure } from './embedded-failure.ts';
import { hasCluster, listAside, makeWay, placeCluster, sweepUnfinished, unfinishedName } from './embedded-place.ts';
import { runningPort } from './embedded-state.ts';

const run = promisify(execFile);

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Address for the product's account, whose rights are granted when the schema is migrated. */
  url: string;
  /** Address for the owner's account. */
  ownerUrl: string;
  /** Path of the data; not the one asked for if the server's account cannot reach that. */
  directory: string;
  moved: boolean;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

/** Options of the embedded PostgreSQL. */
export interface EmbeddedOptions {
  /** Folder for the cluster; it is made if missing. */
  directory: string;
  /** Throwaway data: no durability, several times faster. For test runs. */
  unsafeNoDurability?: boolean;
  /** Makes no cluster where there is none. */
  mustExist?: boolean;
  /** Aborts the creation of a new cluster; a starting server is waited for. */
  signal?: AbortSignal;
}

/** There is no cluster in the folder, and none may be made. */
export class NoCluster extends Error {}

const superuser = 'intake';
const productAccount = 'intake_product';
const passwordFile = 'intake-password';

/**
 * Starts the PostgreSQL server that comes with the installation, or adopts the one that a killed process left behind.
 * As root the server runs under an unprivileged account, because PostgreSQL refuses root. Decision 0001: there is no
 * other engine, not in tests either.
 *
 * @throws Error in plain words when the server cannot be started, or when a restore was killed before it was done
 * @throws NoCluster with `mustExist`, before anything is written
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const wanted = path.resolve(options.directory);
  const { directory, account, isMoved } = await placeCluster(wanted);
  const shipped = await findBinaries();
  if (!hasCluster(directory)) await requireNoneAside(directory);
  if (options.mustExist && !hasCluster(directory)) throw new NoCluster(`There is no database in ${wanted}.`);
  await makeWay(directory, account);
  const binaries = await reachableBinaries(shipped, account, directory);
  await sweepUnfinished(directory);
  if (!hasCluster(directory)) await initialise(binaries, directory, account, options);
  const port = (await runningPort(directory)) ?? (await startServer(binaries, directory, account, options));
  const password = await readFile(path.join(directory, passwordFile), 'utf8');
  const ownerUrl = `postgres://${superuser}:${password}@127.0.0.1:${port}/intake`;
  const url = `postgres://${productAccount}:${productPassword(password)}@127.0.0.1:${port}/intake`;
  await ensureDatabase(ownerUrl);
  await ensureProductAccount(ownerUrl, url);
  return { url, ownerUrl, directory, moved: isMoved, stop: () => stopServer(binaries, directory, account, ownerUrl) };
}

/**
 * A restore that was killed between its renames has moved the database aside and put none in its place: an empty one
 * there would look like the loss of all data.
 */
async function requireNoneAside(directory: string): Promise<void> {
  const aside = (await listAside(directory)).at(-1);
  if (aside === undefined) return;
  throw new Error(
    `there is no database in ${directory}, and ${aside} is one that a restore has moved aside: it was killed before it was done. Restore again, or rename ${aside} to ${directory}, and what else has ".before-" and the same moment in its name likewise.`,
  );
}

/** Derived from the owner's password, so that two processes on one directory know it without a second file. */
const productPassword = (ownerPassword: string) =>
  createHmac('sha256', ownerPassword).update(productAccount).digest('base64url');

/** Idempotent: also for clusters created by versions before this account. */
async function ensureProductAccount(ownerUrl: string, url: string): Promise<void> {
  const pool = createPool({ url: ownerUrl, maxConnections: 1 });
  try {
    await ensureAccount(createDatabase(pool), loginOf(url));
  } finally {
    await endPool(pool);
  }
}

async function reachableBinaries(
  shipped: Binaries,
  account: Account | undefined,
  directory: string,
): Promise<Binaries> {
  if (!account || (await mayReach(account, shipped.pgCtl))) return shipped;
  const { size } = await stat(path.join(shipped.root, 'bin', 'postgres'));
  return copyBinaries(shipped, path.join(path.dirname(directory), `programs-${size}`));
}

/**
 * Creates the cluster in a temporary place and renames it atomically, so that a killed process leaves nothing half made
 * and two concurrent starts end with the same cluster.
 */
async function initialise(
  binaries: Binaries,
  directory: string,
  account: Account | undefined,
  { signal }: EmbeddedOptions,
): Promise<void> {
  const workshop = unfinishedName(directory);
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { mode: 0o700 });
  const given = path.join(path.dirname(directory), `.password-${process.pid}`);
  await writeFile(given, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) for (const owned of [workshop, given]) await chown(owned, account.uid, account.gid);
  try {
    const words = [
      `--pgdata=${workshop}`,
      '--auth=scram-sha-256',
      `--username=${superuser}`,
      `--pwfile=${given}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ];
    await runAs(account, binaries.initdb, words, signal).catch(async (cause: Error & { stderr?: string }) => {
      throw await embeddedFailure('could not be set up', { said: cause.stderr ?? '', directory, cause });
    });
    await rename(given, path.join(workshop, passwordFile));
    await rename(workshop, directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    for (const left of [given, workshop]) await rm(left, { recursive: true, force: true });
  }
}

async function startServer(
  binaries: Binaries,
  directory: string,
  account: Account | undefined,
  { unsafeNoDurability = false }: EmbeddedOptions,
): Promise<number> {
  const port = await freePort();
  const settings = [
    '-c listen_addresses=127.0.0.1',
    `-c port=${port}`,
    '-c unix_socket_directories=',
    '-c max_connections=200',
  ];
  if (unsafeNoDurability) settings.push('-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off');
  const log = path.join(directory, 'server.log');
  const saidBefore = (await stat(log).catch(() => undefined))?.size ?? 0;
  try {
    await runAs(account, binaries.pgCtl, [
      'start',
      '-w',
      '-t',
      '60',
      '-D',
      directory,
      '-l',
      log,
      '-o',
      settings.join(' '),
    ]);
  } catch (error) {
    // A race: another process may be starting it.
    for (let asked = 1; asked <= 10; asked++) {
      const theirs = await runningPort(directory);
      if (theirs) return theirs;
      await sleep(100);
    }
    const logged = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(saidBefore).toString();
    const { stderr = '' } = error as { stderr?: string };
    throw await embeddedFailure('did not start', { said: `${logged}\n${stderr}`, directory, log, cause: error });
  }
  return port;
}

/** Stops the server unless another process is connected: two processes may share one directory. */
async function stopServer(
  binaries: Binaries,
  directory: string,
  account: Account | undefined,
  url: string,
): Promise<void> {
  // The server still lists connections that were just closed.
  for (let asked = 1; await isUsedByOthers(url); asked++) {
    if (asked === 10) return;
    await sleep(100);
  }
  await runAs(account, binaries.pgCtl, ['stop', '-D', directory, '-m', 'fast', '-w', '-t', '30']);
}

async function isUsedByOthers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return (rows[0] as { others: number }).others > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Retries the first connection: an adopted server may still be starting. */
async function ensureDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  for (let tried = 1; ; tried++) {
    const client = new pg.Client({ connectionString: admin.href, connectionTimeoutMillis: 2_000 });
    try {
      await client.connect();
      const { rowCount } = await client.query(`select 1 from pg_database where datname = 'intake'`);
      if (rowCount === 0) await client.query('create database intake');
      return;
    } catch (error) {
      if ((error as { code?: string }).code === '42P04') return;
      if (tried === 40) throw error;
      await sleep(250);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function runAs(
  account: Account | undefined,
  command: string,
  args: string[],
  signal?: AbortSignal,
): Promise<void> {
  // The account may have no access to our working directory.
  await run(command, args, {
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    maxBuffer: 1 << 20,
    ...(signal ? { signal } : {}),
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
