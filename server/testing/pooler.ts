import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { databaseAccount } from '../platform/database/embedded-account.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** Of production: its limits of a session, and all else that is not about accounts, addresses and sizes. */
const template = new URL('../../deploy/pgbouncer.ini', import.meta.url);

/** What a test run has otherwise: databases and accounts that come and go, and more of them than connections. */
const ownSettings = (port: string, users: string, administrator: string) => `
listen_addr = 127.0.0.1
listen_port = ${port}
auth_file = ${users}
auth_user = ${administrator}
auth_query = select usename, passwd from pg_shadow where usename = $1
default_pool_size = 20
query_wait_timeout = 30
server_idle_timeout = 5
`;

/**
 * PgBouncer in transaction mode in front of a PostgreSQL, set up as in production, for any of its databases and accounts.
 *
 * @param serverUrl of a superuser
 * @param folder for its files, which the account of the embedded database may enter
 * @returns its address with the same account
 * @throws Error when it does not answer
 */
export async function startPooler(serverUrl: string, folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new URL(serverUrl);
  const port = String(await freePort());
  const [file, users] = ['pgbouncer.ini', 'pgbouncer-users'].map((name) => path.join(folder, name)) as [string, string];
  await writeFile(users, `"${server.username}" "${server.password}"\n`, { mode: 0o600 });
  const production = await readFile(template, 'utf8');
  const settings = production
    .replace(/^intake = host=\S+ port=\S+ dbname=\S+/m, `* = host=${server.hostname} port=${server.port}`)
    .replaceAll(/^(?:listen_addr|listen_port|auth_file|default_pool_size|query_wait_timeout) =.*$/gm, '')
    .concat(ownSettings(port, users, server.username));
  await writeFile(file, settings, { mode: 0o600 });
  const account = await databaseAccount();
  if (account) for (const owned of [file, users]) await chown(owned, account.uid, account.gid);
  // Debian keeps it where the PATH of most accounts does not look.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const child = spawn('pgbouncer', ['--quiet', file], { cwd: '/', stdio: 'inherit', env, ...account });
  const kill = () => child.kill('SIGKILL');
  // Of a run that is interrupted.
  process.once('exit', kill);
  const failed = once(child, 'error').then(() => {
    throw new Error('PgBouncer could not be started: "apt-get install pgbouncer" puts it there.');
  });
  const pooled = new URL(serverUrl);
  pooled.host = `127.0.0.1:${port}`;
  await Promise.race([failed, eventually(() => answers(pooled.href), { withinMs: 30_000 })]);
  return {
    url: pooled.href,
    async stop() {
      const ended = once(child, 'exit');
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
