import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { isRunning } from '../../testing/process.ts';
import { skipUnless } from '../../testing/skip-unless.ts';
import { embeddedFailure } from './embedded-failure.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let directory: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-embedded-'));
  await chmod(folder, 0o755);
  directory = path.join(folder, 'data', 'postgres');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (where = directory) => startEmbeddedPostgres({ directory: where, unsafeNoDurability: true });

async function ask(url: string, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const pidOf = async (where: string) =>
  Number((await readFile(path.join(where, 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** Spawns a process with umask 077 that starts the database, prints its address, and waits. */
function spawnElsewhere(where: string) {
  const script = `
    process.umask(0o077);
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))};
    const { ownerUrl: url } = await startEmbeddedPostgres({ directory: ${JSON.stringify(where)}, unsafeNoDurability: true });
    console.log(url);
    setInterval(() => undefined, 1_000);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function startElsewhere(where = directory): Promise<{ child: ChildProcess; url: string }> {
  const child = spawnElsewhere(where);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: said.toString().trim() };
}

const mount = (where: string, size: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', where], { stdio: 'ignore' });

/** Whether this machine lets us mount a file system. */
function mayMount(): boolean {
  const where = mkdtempSync(path.join(tmpdir(), 'intake-mount-'));
  try {
    mount(where, '1m');
    execFileSync('umount', [where]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(where);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the embedded database', () => {
  let embedded: EmbeddedPostgres;

  test('starts on an empty folder, under an account that is not root', async () => {
    embedded = await start();
    expect(embedded).toMatchObject({ directory, moved: false });
    expect(await ask(embedded.ownerUrl, 'select current_user, current_database()')).toEqual([
      { current_user: 'intake', current_database: 'intake' },
    ]);
    const { uid, mode } = await stat(directory);
    expect(uid === 0).toBe(false);
    expect(mode & 0o077).toBe(0);
    expect(await readdir(path.dirname(directory))).toEqual(['postgres']);
  });

  test('listens on this machine alone and asks for its password', async () => {
    expect(await ask(embedded.ownerUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await ask(embedded.ownerUrl, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
    const wrong = new URL(embedded.ownerUrl);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('has an account for the product that owns nothing', async () => {
    const statement = `select current_user, current_database(), rolsuper, has_schema_privilege('public', 'create') as creates
      from pg_roles where rolname = current_user`;
    const account = { current_user: 'intake_product', current_database: 'intake', rolsuper: false, creates: false };
    expect(await ask(embedded.url, statement)).toEqual([account]);
  });

  test('keeps running when a process ends while another one uses it', async () => {
    const second = await start();
    expect(second.ownerUrl).toBe(embedded.ownerUrl);
    const user = new pg.Client({ connectionString: embedded.ownerUrl });
    await user.connect();
    await second.stop();
    expect((await user.query('select 1 as here')).rows).toEqual([{ here: 1 }]);
    await user.end();
  });

  test('ends with the last process, and keeps what it was given', async () => {
    await ask(embedded.ownerUrl, 'create table note as select 7 as number');
    const pid = await pidOf(directory);
    await embedded.stop();
    expect(isRunning(pid)).toBe(false);
    embedded = await start();
    expect(await ask(embedded.ownerUrl, 'select number from note')).toEqual([{ number: 7 }]);
    await embedded.stop();
  });

  test('is adopted when the process that started it was killed', async () => {
    const elsewhere = await startElsewhere();
    await killed(elsewhere.child);
    const pid = await pidOf(directory);
    expect(isRunning(pid)).toBe(true);
    embedded = await start();
    expect(embedded.ownerUrl).toBe(elsewhere.url);
    expect(await pidOf(directory)).toBe(pid);
    expect(await ask(embedded.ownerUrl, 'select number from note')).toEqual([{ number: 7 }]);
  });

  test('is started again after it was killed itself', async () => {
    const pid = await pidOf(directory);
    process.kill(pid, 'SIGKILL');
    await eventually(async () => !isRunning(pid));
    embedded = await start();
    expect(await pidOf(directory)).not.toBe(pid);
    expect(await ask(embedded.ownerUrl, 'select number from note')).toEqual([{ number: 7 }]);
    await embedded.stop();
  });

  test('starts although its old pid has been reused by another program', async () => {
    const lines = [process.pid, directory, '1', '59999', '', '127.0.0.1', '', 'ready'];
    await writeFile(path.join(directory, 'postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o644 });
    embedded = await start();
    expect(await pidOf(directory)).not.toBe(process.pid);
    expect(await ask(embedded.ownerUrl, 'select number from note')).toEqual([{ number: 7 }]);
    await embedded.stop();
  });

  test('started by two processes at once on an empty folder is one database', async () => {
    const shared = path.join(folder, 'shared', 'postgres');
    const [one, other] = await Promise.all([startElsewhere(shared), startElsewhere(shared)]);
    expect(one.url).toBe(other.url);
    expect(await readdir(path.dirname(shared))).toEqual(['postgres']);
    await Promise.all([killed(one.child), killed(other.child)]);
    await (await start(shared)).stop();
  });

  test('removes leftovers of a killed first start, and nothing of a running one', async () => {
    const parent = path.join(folder, 'killed');
    const where = path.join(parent, 'postgres');
    const left = async () => (await readdir(parent).catch(() => [])).filter((name) => name !== 'postgres');
    const child = spawnElsewhere(where);
    await eventually(async () => (await left()).length === 2);
    await killed(child);
    expect(await left()).toEqual([`.password-${child.pid}`, `postgres.new-${child.pid}`]);
    await writeFile(path.join(parent, `.password-${process.ppid}`), 'of a start that lives');
    const second = await start(where);
    expect(await left()).toEqual([`.password-${process.ppid}`]);
    await second.stop();
  });

  test('on a full disk says so in a sentence, before and after there is a cluster', async (context) => {
    skipUnless(context, mayMount(), 'this machine lets us mount no file system');
    const disk = path.join(folder, 'disk');
    const where = path.join(disk, 'data', 'postgres');
    await mkdir(disk);
    mount(disk, '4m');
    try {
      const full = new RegExp(`^the embedded PostgreSQL could not be set up: the disk that holds ${where} is full\\.`);
      await expect(start(where)).rejects.toThrow(full);
      execFileSync('mount', ['-o', 'remount,size=200m', disk]);
      await (await start(where)).stop();
      await rm(path.join(where, 'server.log'));
      execFileSync('sh', ['-c', `cat /dev/zero > ${disk}/rest 2> /dev/null || true`]);
      await expect(start(where)).rejects.toThrow(`the disk that holds ${where} is full.`);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  test('in a folder for root alone moves to one place its account can enter; an ordinary account stays', async () => {
    const closed = path.join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const wanted = path.join(closed, 'data', 'postgres');
    const first = await start(wanted);
    await first.stop();
    expect(first.moved).toBe(isRoot);
    expect(first.directory === wanted).toBe(!isRoot);
    const second = await start(wanted);
    await second.stop();
    expect(second.directory).toBe(first.directory);
    if (isRoot) await rm(path.dirname(first.directory), { recursive: true });
  });
});

describe('what the embedded database says when it fails', () => {
  const tell = async (said: string) =>
    (await embeddedFailure('did not start', { said, directory: folder, log: '/d/log', cause: {} })).message;

  test.for([
    [
      'PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device\nLOG:  aborting',
      'the disk that holds ',
    ],
    [
      'LOG:  x\nFATAL:  data directory "/d" has wrong ownership\nHINT:  y',
      'data directory "/d" has wrong ownership. Its log is /d/log.',
    ],
    ['', 'it gave no reason. Its log is /d/log.'],
  ] as const)('%j becomes a sentence', async ([said, sentence]) => {
    expect(await tell(said)).toContain(`the embedded PostgreSQL did not start: ${sentence}`);
    expect(await tell(said)).not.toContain('\n');
  });
});
