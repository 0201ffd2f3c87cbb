import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { createLog } from '../platform/log.ts';
import { migrateAsOwner } from '../schema.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { isRunning } from './process.ts';

const run = promisify(execFile);

/** A primary and its standby, each a PostgreSQL server of its own, with the product's schema. */
export interface DatabasePair {
  /** Of the product's account on the primary. */
  primaryUrl: string;
  /** Of the owner's account there. */
  ownerUrl: string;
  standbyUrl: string;
  /** Names both servers, the standby first. */
  bothUrl: string;
  /** A question to the standby, as its owner. */
  askStandby(statement: string): Promise<Record<string, unknown>[]>;
  /** Ends the standby as a power cut would. */
  killStandby(): Promise<void>;
  /** Starts it again where it was. */
  restartStandby(): Promise<void>;
  /** Ends the primary as a power cut would, once the standby has what it has. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** The standby is a copy of the stopped primary's files: the embedded PostgreSQL has no `pg_basebackup`. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-pair-'));
  await chmod(folder, 0o755);
  const [directory, copy] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const start = (place: string) => startEmbeddedPostgres({ directory: place, unsafeNoDurability: true });
  const first = await start(directory);
  await migrateAsOwner({ ownerUrl: first.ownerUrl, productUrl: first.url }, createLog('warn'));
  await first.stop();
  await run('cp', ['--archive', directory, copy]);
  const primary = await start(directory);
  const { port, username, password } = new URL(primary.ownerUrl);
  await writeFile(path.join(copy, 'standby.signal'), '');
  await appendFile(
    path.join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  );
  await askOnce(primary.ownerUrl, 'alter role all set synchronous_commit = on');
  const standby = await startCopy(directory, copy);
  const place = `127.0.0.1:${standby.port}`;
  const { host } = new URL(primary.url);
  const standbyOwnerUrl = primary.ownerUrl.replace(host, place);
  const askStandby = (statement: string) => askOnce(standbyOwnerUrl, statement);
  return {
    primaryUrl: primary.url,
    ownerUrl: primary.ownerUrl,
    standbyUrl: primary.url.replace(host, place),
    bothUrl: primary.url.replace('@', `@${place},`),
    askStandby,
    killStandby: () => killServer(copy),
    // Processes of the killed server may hold its memory for a moment.
    restartStandby: () =>
      eventually(() =>
        standby.start().then(
          () => true,
          () => false,
        ),
      ),
    async killPrimary() {
      const [sent] = await askOnce(primary.ownerUrl, 'select pg_current_wal_insert_lsn() as at');
      await eventually(async () => {
        const [{ has }] = (await askStandby(`select pg_last_wal_replay_lsn() >= '${String(sent!['at'])}' as has`)) as [
          { has: boolean },
        ];
        return has;
      });
      await killServer(directory);
    },
    promote: async () => void (await askStandby('select pg_promote()')),
    async stop() {
      await Promise.allSettled([standby.stop(), primary.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const pidOf = async (directory: string) =>
  Number((await readFile(path.join(directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function killServer(directory: string): Promise<void> {
  const pid = await pidOf(directory);
  process.kill(pid, 'SIGKILL');
  await eventually(async () => !isRunning(pid));
}

/** Starts a server on a copy of a running one's files, with its program and under its account. */
async function startCopy(directory: string, copy: string) {
  const { uid, gid } = await stat(directory);
  const program = await readlink(`/proc/${await pidOf(directory)}/exe`);
  const port = await freePort();
  const control = (words: string[]) =>
    run(path.join(path.dirname(program), 'pg_ctl'), [...words, '-w', '-D', copy], { cwd: '/', uid, gid });
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  const start = async () => void (await control(['start', '-l', path.join(copy, 'server.log'), '-o', settings]));
  await start();
  return { port, start, stop: () => control(['stop', '-m', 'immediate']) };
}

async function askOnce(address: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
