import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../migrations/all.ts';
import { createPool, endPool } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { newId } from '../platform/keys.ts';
import { ask } from '../testing/ask.ts';
import { freePort } from '../testing/free-port.ts';
import { spawnProduct, untilReady, type SpawnedProduct } from '../testing/process.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const program = fileURLToPath(new URL('../command.ts', import.meta.url));
const password = 'Correct-horse-41b7';
const picture = `${newId('')}.webp`;

let folder: string;
let dataDir: string;
let running: { product: SpawnedProduct; url: string };
/** The backup of the running product. */
let taken: string;
let said: string;
let sessionBefore: string;

/** The products that run. */
const started = new Set<SpawnedProduct>();

/** Starts the product on a data directory, as `npm start` does without DATABASE_URL. */
async function startOn(place: string) {
  const [port, demoPort] = [await freePort(), await freePort()];
  const product = spawnProduct({ DATA_DIR: place, PORT: String(port), DEMO_PORT: String(demoPort) });
  started.add(product);
  await untilReady(product.child, port).catch((error: Error) => {
    throw new Error(`${error.message}: ${product.output()}`);
  });
  return { product, url: `http://127.0.0.1:${port}` };
}

async function stop(product: SpawnedProduct) {
  started.delete(product);
  product.child.kill('SIGTERM');
  await product.exited;
}

/** Types a command for a data directory, or with other variables. */
async function type(words: string[], variables: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...variables },
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (text) => (output.out += String(text)));
  child.stderr.on('data', (text) => (output.error += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}

/** The same for a command that has to succeed. @returns what it printed */
async function typeWell(words: string[], variables: Record<string, string>): Promise<string> {
  const { code, out, error } = await type(words, variables);
  if (code !== 0 || error !== '') throw new Error(`${words[0]} ended with ${code}: ${error}`);
  return out;
}

async function call(
  url: string,
  method: 'GET' | 'POST',
  where: string,
  { body, token }: { body?: object; token?: string },
) {
  const headers = {
    'x-api-key': 'pk_sb_enrolment',
    ...(body && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const { status, text } = await ask(url + where, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status, body: JSON.parse(text) as { data: { tokens: { accessToken: string } } } };
}

const signUp = (url: string, email: string) => call(url, 'POST', '/auth/signup', { body: { email, password } });
const logIn = async (url: string, email: string) =>
  (await call(url, 'POST', '/auth/login', { body: { email, password } })).status;
const readPicture = (place: string) => readFile(path.join(place, 'files', picture), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-backup-'));
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
  running = await startOn(dataDir);
  await mkdir(path.join(dataDir, 'files'), { recursive: true });
  await writeFile(path.join(dataDir, 'files', picture), 'a picture');
  await writeFile(path.join(dataDir, 'files', `${picture}.part`), 'half a picture');
  sessionBefore = (await signUp(running.url, 'before@example.org')).body.data.tokens.accessToken;
  const isOver = new AbortController();
  const writing = (async () => {
    // Changes until the backup has ended: it has to be consistent under load.
    while (!isOver.signal.aborted)
      await call(running.url, 'POST', '/member/json', { body: { json: {} }, token: sessionBefore });
  })();
  said = await typeWell(['backup', '--to', 'backups'], { DATA_DIR: dataDir });
  isOver.abort();
  await writing;
  const [name] = await readdir(path.join(folder, 'backups'));
  taken = path.join(folder, 'backups', name!);
  await signUp(running.url, 'after@example.org');
});
afterAll(async () => {
  for (const product of started) await stop(product);
  await rm(folder, { recursive: true, force: true });
});

const manifestOf = async (backup: string) =>
  JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8')) as Manifest;

/** Restores in this process. @returns the refusal's words */
const refusalOf = (backup: string, options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({
    folder: backup,
    dataDir: path.join(folder, 'refused'),
    replaces: false,
    knownMigrations: Object.keys(migrations),
    tell: () => undefined,
    ...options,
  }).then(
    () => 'none',
    (error: Error) => error.message,
  );

/** A copy of the backup that a test may damage. */
async function copyOf(change: (copy: string) => Promise<unknown>): Promise<string> {
  const copy = await mkdtemp(path.join(folder, 'copy-'));
  await cp(taken, copy, { recursive: true });
  await change(copy);
  return copy;
}

const changeManifest = (change: (manifest: Manifest) => unknown) =>
  copyOf(async (copy) => {
    const manifest = await manifestOf(copy);
    change(manifest);
    await writeFile(path.join(copy, 'manifest.json'), JSON.stringify(manifest));
  });

describe('a backup of the running product', () => {
  test('is one folder that only its owner may read, without anything half-written', async () => {
    expect(await readdir(path.join(folder, 'backups'))).toEqual([path.basename(taken)]);
    expect((await readdir(taken)).toSorted()).toEqual(['database.tar.zst', 'files.tar', 'manifest.json']);
    expect((await stat(taken)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(taken)) expect((await stat(path.join(taken, name))).mode & 0o777).toBe(0o600);
  });

  test('says what it holds, and that the secrets have to be kept apart', async () => {
    expect(await manifestOf(taken)).toMatchObject({
      format: 1,
      migrations: Object.keys(migrations),
      postgres: { major: 18 },
      files: { count: 1 },
    });
    expect(said).toContain(taken);
    expect(said).toContain('INTAKE_SECRETS');
  });

  test('that never had a file uploaded is whole, and can be restored', async () => {
    const target = path.join(folder, 'without-files');
    const { ownerUrl } = await startEmbeddedPostgres({ directory: path.join(dataDir, 'postgres'), mustExist: true });
    const filesFolder = path.join(folder, 'no-such-folder');
    const manifest = await takeBackup({ ownerUrl, filesFolder, target, tell: () => undefined });
    expect(manifest.files).toMatchObject({ count: 0 });
    expect(await refusalOf(target, { dataDir: path.join(folder, 'from-without') })).toBe('none');
    expect(await readdir(path.join(folder, 'from-without', 'files'))).toEqual([]);
  });

  test('is refused where --to names a file', async () => {
    await writeFile(path.join(folder, 'a-file'), '');
    const { code, error } = await type(['backup', '--to', 'a-file'], { DATA_DIR: dataDir });
    expect([code, error]).toEqual([1, expect.stringContaining('is a file. Name a folder with --to.')]);
  });

  const backUpInto = async (target: string) => {
    const { ownerUrl } = await startEmbeddedPostgres({ directory: path.join(dataDir, 'postgres'), mustExist: true });
    const taking = takeBackup({ ownerUrl, filesFolder: path.join(dataDir, 'files'), target, tell: () => undefined });
    return { ownerUrl, refusal: taking.then(String, (error: Error) => error.message) };
  };

  test('never overwrites a folder, not even an empty one', async () => {
    const target = path.join(folder, 'there-already', 'backup');
    await mkdir(target, { recursive: true });
    const { refusal } = await backUpInto(target);
    expect(await refusal).toMatch(/exists, and a backup never overwrites anything/);
    expect(await readdir(path.dirname(target))).toEqual(['backup']);
    expect(await readdir(target)).toEqual([]);
  });

  test('that breaks off half way leaves nothing', async () => {
    const into = path.join(folder, 'broken-off');
    const { ownerUrl, refusal } = await backUpInto(path.join(into, 'backup'));
    const pool = createPool({ url: ownerUrl, maxConnections: 1 });
    // The connection that a base backup comes through.
    const cut = async () =>
      (await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'`))
        .rowCount;
    const seen = new Set<string>();
    const look = async () => {
      for (const name of await readdir(into).catch(() => [])) seen.add(name);
    };
    for (await look(); !(await cut()); await sleep(1)) await look();
    await look();
    await endPool(pool);
    // The server's own words, unless its connection is gone before they are read.
    expect(await refusal).toMatch(/terminat|ECONNRESET|connection error/);
    expect(await readdir(into)).toEqual([]);
    // It had begun to write (negative control).
    expect([...seen]).toEqual([expect.stringMatching(/^backup\.\d+\.partial$/)]);
  });
});

describe('a restore is refused', () => {
  test('while the product runs on that data directory, even with --replace', async () => {
    const { code, error } = await type(['restore', taken, '--replace'], { DATA_DIR: dataDir });
    expect([code, error]).toEqual([1, expect.stringMatching(/^The product runs on .*Nothing was changed\.\n$/)]);
    expect(await logIn(running.url, 'after@example.org')).toBe(200);
  });

  test('for a server of your own, as is a backup', async () => {
    for (const words of [['backup'], ['restore', taken]]) {
      const { code, error } = await type(words, { DATABASE_URL: 'postgres://db.example/intake' });
      expect([code, error]).toEqual([1, expect.stringContaining('pgBackRest backs up and restores')]);
      expect(error).toContain('docs/backup.md');
    }
  });

  test.for<[string, (copy: string) => Promise<unknown>, RegExp]>([
    ['changed', (copy) => flipByte(path.join(copy, 'database.tar.zst')), /damaged: the checksum of database\.tar\.zst/],
    ['short', (copy) => truncate(path.join(copy, 'database.tar.zst'), 1_000), /has 1000 bytes and should have/],
    ['longer', (copy) => appendFile(path.join(copy, 'files.tar'), 'x'), /damaged: files\.tar has/],
    ['without a file', (copy) => rm(path.join(copy, 'files.tar')), /damaged: files\.tar is missing/],
    ['without its manifest', (copy) => rm(path.join(copy, 'manifest.json')), /is no backup: it has no manifest/],
    ['with half a manifest', (copy) => truncate(path.join(copy, 'manifest.json'), 100), /damaged: its manifest\.json/],
  ])('of a backup that is %s', async ([, change, words]) => {
    expect(await refusalOf(await copyOf(change))).toMatch(words);
    expect(existsSync(path.join(folder, 'refused', 'postgres'))).toBe(false);
  });

  test('of a backup by a newer Intake', async () => {
    const newer = await changeManifest((manifest) => manifest.migrations.push('9999-from-tomorrow'));
    expect(await refusalOf(newer)).toMatch(/newer Intake .* 9999-from-tomorrow, which this version does not have/);
    const layout = await changeManifest((manifest) => Object.assign(manifest, { format: 2 }));
    expect(await refusalOf(layout)).toMatch(/taken by a newer Intake/);
  });

  test('of a backup of another PostgreSQL', async () => {
    const other = await changeManifest((manifest) => (manifest.postgres.major = 17));
    expect(await refusalOf(other)).toMatch(/is of PostgreSQL 17, and this Intake comes with PostgreSQL 18/);
  });
});

const flipByte = async (file: string) => {
  const bytes = await readFile(file);
  const at = bytes.length >> 1;
  bytes[at] = bytes[at]! ^ 1;
  await writeFile(file, bytes);
};

describe('a restored backup', () => {
  let place: string;
  let saidAtRestore: string;
  beforeAll(async () => {
    place = path.join(folder, 'restored');
    saidAtRestore = await typeWell(['restore', taken], { DATA_DIR: place });
  });

  test('is the product of that moment: members log in with their passwords, and what came later is not there', async () => {
    const restored = await startOn(place);
    expect(await logIn(restored.url, 'before@example.org')).toBe(200);
    expect(await logIn(restored.url, 'after@example.org')).not.toBe(200);
    // The session of before the restore; the same one is good in the product that was not restored (negative control).
    const memberOf = async (url: string) => (await call(url, 'GET', '/member', { token: sessionBefore })).body.data;
    expect(await memberOf(restored.url)).toBeNull();
    expect(await memberOf(running.url)).not.toBeNull();
    await stop(restored.product);
  });

  test('says of which moment it is', () => {
    expect(saidAtRestore).toMatch(
      /committed before 20.* while the backup was taken\.\n\d+ sessions ended, and every mailed code and link: members log in again/,
    );
  });

  test('has the uploaded files, and none that was half-written', async () => {
    expect(await readdir(path.join(place, 'files'))).toEqual([picture]);
    expect(await readPicture(place)).toBe('a picture');
  });

  test('is not overwritten by another restore, unless data is moved aside, and then is kept', async () => {
    expect(await refusalOf(taken, { dataDir: place })).toMatch(
      /postgres and .*files hold data already\. Name an empty DATA_DIR, or add --replace/,
    );
    await markDatabase(place);
    expect(await refusalOf(taken, { dataDir: place, replaces: true })).toBe('none');
    const aside = (await readdir(place)).filter((name) => name.includes('.before-'));
    expect(aside).toHaveLength(2);
    expect(await isMarked(place)).toBe(false);
  });
});

describe('a restore over data', () => {
  let place: string;
  beforeAll(async () => {
    place = path.join(folder, 'kept');
    const refusal = await refusalOf(taken, { dataDir: place });
    if (refusal !== 'none') throw new Error(refusal);
    await markDatabase(place);
    await writeFile(path.join(place, 'files', 'later.webp'), 'a later picture');
  });

  /** Does something once the backup is unpacked. @returns the refusal's words */
  const restoreWhile = (then: () => void) =>
    refusalOf(taken, {
      dataDir: place,
      replaces: true,
      tell: (line) => void (line.startsWith('starting the database') && then()),
    });
  const unpacked = (name: string) => path.join(place, `${name}.new-${process.pid}`);

  const expectAllKept = async () => {
    expect((await readdir(place)).toSorted()).toEqual(['files', 'postgres']);
    expect(await isMarked(place)).toBe(true);
    expect(await readdir(path.join(place, 'files'))).toContain('later.webp');
  };

  test('that fails between two renames puts back what was there', async () => {
    const refusal = await restoreWhile(() => rmSync(unpacked('files'), { recursive: true }));
    expect(refusal).toMatch(
      /could not be put into its place: ENOENT.*The data that was there is in its place again\.$/,
    );
    await expectAllKept();
  });

  test('whose database does not start changes nothing', async () => {
    expect(await restoreWhile(() => rmSync(path.join(unpacked('postgres'), 'global'), { recursive: true }))).toMatch(
      /the embedded PostgreSQL did not start/,
    );
    await expectAllKept();
  });

  test('that was killed between two renames keeps the product from starting on an empty database', async () => {
    const [now, aside] = [path.join(place, 'postgres'), path.join(place, 'postgres.before-20261123T032900Z')];
    await rename(now, aside);
    await expect(startEmbeddedPostgres({ directory: now })).rejects.toThrow(`rename ${aside} to ${now}`);
    expect(existsSync(now)).toBe(false);
    await rename(aside, now);
    await expectAllKept();
  });

  test('that was killed leaves copies which the next start removes', async () => {
    const { pid } = spawnSync('true');
    const copies = ['files', 'postgres'].map((name) => path.join(place, `${name}.new-${pid}`));
    for (const copy of copies) await mkdir(copy);
    await stop((await startOn(place)).product);
    expect(copies.filter(existsSync)).toEqual([]);
  });
});

async function onDatabase<T>(place: string, statement: string): Promise<T[]> {
  const embedded = await startEmbeddedPostgres({ directory: path.join(place, 'postgres'), mustExist: true });
  const pool = createPool({ url: embedded.ownerUrl, maxConnections: 1 });
  try {
    return (await pool.query(statement)).rows as T[];
  } finally {
    await endPool(pool);
    await embedded.stop();
  }
}

const markDatabase = (place: string) => onDatabase(place, 'create table mark_of_a_test ()');
const isMarked = async (place: string) =>
  (await onDatabase<{ found: boolean }>(place, `select to_regclass('mark_of_a_test') is not null as found`))[0]!.found;
