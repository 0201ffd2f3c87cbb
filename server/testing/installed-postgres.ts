import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { databaseAccount } from '../platform/database/embedded-account.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** Where Debian puts PostgreSQL, by major version. */
const versions = '/usr/lib/postgresql';

/** A PostgreSQL server of the system's packages, without durability, in a directory that is made. */
export async function startInstalledPostgres(version: string, directory: string) {
  const programs = path.join(versions, version, 'bin');
  if (!existsSync(path.join(programs, 'postgres')))
    throw new Error(`PostgreSQL ${version} is not installed: "apt-get install postgresql-${version}" puts it there.`);
  const account = await databaseAccount();
  const call = (program: string, words: string[]) =>
    run(path.join(programs, program), [...words, '-D', directory], { cwd: '/', ...account });
  const password = randomBytes(12).toString('hex');
  const passwordFile = `${directory}.password`;
  await mkdir(directory);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) for (const owned of [directory, passwordFile]) await chown(owned, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--username=intake'];
  await call('initdb', [...locale, `--pwfile=${passwordFile}`]);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ];
  const log = path.join(directory, 'server.log');
  await call('pg_ctl', ['start', '-w', '-l', log, '-o', settings.map((setting) => `-c ${setting}`).join(' ')]);
  return {
    ownerUrl: `postgres://intake:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => void (await call('pg_ctl', ['stop', '-w', '-m', 'fast'])),
  };
}
