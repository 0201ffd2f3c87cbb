import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '../../server/platform/database/database.ts';
import { findBookDifferences } from '../../server/testing/books.ts';
import { createBuying } from '../../server/testing/buying.ts';
import type { TestDatabase } from '../../server/testing/database.ts';
import { fillMembers } from '../../server/testing/fill-members.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { createTestClient, eventually, type Student, type TestProduct } from '../../server/testing/product.ts';
import { findNode } from '../lib/node.mjs';
import { root } from '../lib/project.mjs';
import { placesOf, startDatabases, type DatabaseCluster } from './database.ts';
import { startProduct, type ProductProcess } from './product.ts';
import { idsOf } from './service.ts';
import { commandOf, writeTemplate, type Values } from './templates.ts';

/** One PostgreSQL under Patroni with the backups of `deploy/`, and one process of the product. */

const account = 'postgres';
const node = 'db1';
const net = `127.${100 + (process.pid % 100)}.77`;
const address = `${net}.11`;

let folder: string;
let values: Values;
let databases: DatabaseCluster;
let product: ProductProcess;
let pool: Pool;
let client: Omit<TestProduct, 'stop'>;

const place = (...names: string[]) => path.join(folder, ...names);
const ownerUrl = () => `postgres://intake_owner:owner@${address}:5432/intake`;
const productUrl = () => `postgres://intake_product:product@${address}:5432/intake`;

/** Runs a program under the account of PostgreSQL. @returns what it said */
const asPostgres = ([program, ...words]: string[]) =>
  execFileSync(program!, words, { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...idsOf(account) });

/** The command of the unit that the timers start. */
const backUp = (type: 'full' | 'diff') => {
  const unit = writeTemplate('intake-backup@.service', values, place(`backup-${type}.service`));
  asPostgres(commandOf(readFileSync(unit, 'utf8')).map((word) => word.replace('%i', type)));
};

/** How the condition of that unit ends: 0 to back up, 1 to skip it, 255 to fail. @param asked what Patroni is asked for */
async function conditionOf(asked: string, variables: Values = values): Promise<number> {
  const unit = readFileSync(writeTemplate('intake-backup@.service', variables, place('condition.service')), 'utf8');
  const [, command = ''] = /^ExecCondition=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  // In a second, not in minutes.
  const words = command
    .replaceAll('$$', '$')
    .replace('/primary', asked)
    .replaceAll(/--retry \d+ --retry-delay \d+/g, '--retry 1 --retry-delay 1');
  const [status] = await once(spawn('/bin/sh', ['-c', words], { stdio: 'ignore' }), 'exit');
  return status as number;
}

const restore = (moment: string) => asPostgres(['sh', place('restore-database.sh'), moment]);

/**
 * Restores to a moment in a place of its own while the cluster runs, for a trial, and looks at the server.
 *
 * @param change of the script
 */
async function tryOut(moment: string, change = (script: string) => script) {
  const own = (name: string) => place('trial', name);
  const { uid, gid } = idsOf(account);
  for (const folderOf of ['', 'sockets', 'state']) {
    mkdirSync(own(folderOf));
    chownSync(own(folderOf), uid, gid);
  }
  const [config, script] = [own('pgbackrest.conf'), own('restore-database.sh')];
  const places = {
    PG_DATA: own('data'),
    PG_SOCKETS: own('sockets'),
    BACKUP_STATE: own('state'),
    BACKUP_CONFIG: config,
  };
  chownSync(writeTemplate('pgbackrest.conf', { ...values, ...places }, config), uid, gid);
  writeTemplate('restore-database.sh', { ...values, ...places }, script);
  writeFileSync(script, change(readFileSync(script, 'utf8')));
  chownSync(script, uid, gid);
  const query = (statement: string) =>
    asPostgres(['psql', '-h', own('sockets'), '-d', 'intake', '-Atc', statement]).trim();
  try {
    asPostgres(['sh', script, '--trial', moment]);
    const [members, mode] = [query('select count(*) from member'), query('show archive_mode')];
    query('select pg_switch_wal()');
    const pushes = 'select archived_count + failed_count from pg_stat_archiver';
    if (mode === 'on') await eventually(async () => Number(query(pushes)) > 0);
    return { members: Number(members), mode, pushes: Number(query(pushes)) };
  } finally {
    asPostgres([`${values['PG_BIN']}/pg_ctl`, '-D', own('data'), '-m', 'immediate', 'stop']);
    rmSync(place('trial'), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Types a command for the database. */
const type = (words: string[], variables: Record<string, string> = {}) =>
  execFileSync(findNode(), ['server/command.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: productUrl(), ...variables },
    encoding: 'utf8',
  });

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'intake-recovery-'));
  chmodSync(folder, 0o755);
  for (const own of ['repository', 'state']) {
    mkdirSync(place(own));
    const { uid, gid } = idsOf(account);
    chownSync(place(own), uid, gid);
  }
  const backupConfig = place('pgbackrest.conf');
  values = {
    ...placesOf(folder, node),
    NETWORK: '127.0.0.0/8',
    NODE_ADDRESS: address,
    ETCD_HOSTS: `${net}.10:2379`,
    PG_HBA_TYPE: 'host',
    PG_SUPERUSER_PASSWORD: 'superuser',
    PG_REPLICATION_PASSWORD: 'replication',
    PG_REWIND_PASSWORD: 'rewind',
    PATRONI_PASSWORD: 'patroni',
    ARCHIVE_COMMAND: `pgbackrest --config=${backupConfig} --stanza=intake archive-push %p`,
    BACKUP_CONFIG: backupConfig,
    BACKUP_REPOSITORY: place('repository'),
    BACKUP_PASSPHRASE: 'a passphrase for a test alone',
    BACKUP_STATE: place('state'),
  };
  const { uid, gid } = idsOf(account);
  chownSync(writeTemplate('pgbackrest.conf', values, backupConfig), uid, gid);
  chownSync(writeTemplate('restore-database.sh', values, place('restore-database.sh')), uid, gid);
  databases = await startDatabases({ folder, values, machines: [{ address: `${net}.10` }, { address }] });
  await databases.administer(`create role intake_owner login createrole password 'owner'`);
  await databases.administer('create database intake owner intake_owner');
  type(['migrate'], { DATABASE_OWNER_URL: ownerUrl() });
  asPostgres(['pgbackrest', `--config=${backupConfig}`, '--stanza=intake', 'stanza-create']);
  const port = await freePort();
  const environment = [
    'NODE_ENV=development',
    `APP_URL=http://${address}:${port}`,
    `HOST=${address}`,
    'TRUSTED_PROXIES=127.0.0.0/8',
    `DATABASE_URL=${productUrl()}`,
    `DATA_DIR=${place('files')}`,
  ].join('\n');
  product = startProduct({ folder, environment, host: address, port });
  await product.untilReady();
  pool = createPool({ url: ownerUrl(), maxConnections: 2, patient: true });
  client = createTestClient(product.url, { pool } as TestDatabase);
});
afterAll(async () => {
  await pool?.end();
  await product?.service.stop();
  await databases?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Tells how long a step took that began then, for the table of docs/backup.md. */
function tellTime(name: string, startedMs: number): void {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  const size = execFileSync('du', ['-sh', values['PG_DATA']!, place('repository')], { encoding: 'utf8' });
  console.log(`${name}: ${seconds} s, load ${loadavg()[0]!.toFixed(1)}\n${size}`);
}

function timed(name: string, work: () => void): void {
  const startedMs = performance.now();
  work();
  tellTime(name, startedMs);
}

const ask = async <T>(statement: string): Promise<T> => (await pool.query(statement)).rows[0] as T;

async function enrol(cohortId: string): Promise<Student> {
  const { checkout, orderOf } = createBuying(() => client as TestProduct);
  const student = await client.buildStudent();
  await client.pay((await checkout(student, cohortId)).body.data.url as string);
  await eventually(async () => (await orderOf(student)).state === 'paid');
  return student;
}

const isKnown = async ({ memberId }: Student) =>
  (await pool.query('select from member where id = $1', [memberId])).rows.length === 1;

const logIn = async (email: string, password: string) =>
  (await client.call('POST', '/auth/login', { body: { email, password } })).status;

/** Until the segment that is written now lies in the repository. */
async function untilArchived(): Promise<void> {
  const { segment } = await ask<{ segment: string }>('select pg_walfile_name(pg_current_wal_lsn()) as segment');
  await databases.administer('select pg_switch_wal()');
  await eventually(async () => {
    const done = await databases.administer(`select last_archived_wal >= '${segment}' from pg_stat_archiver`);
    return done === 't';
  });
}

/** What the alert of an archive that fails asks for. */
async function isArchiveFailing(): Promise<boolean> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return /^intake_archive_failing (\d)$/m.exec(text)![1] === '1';
}

test('the unit of backups runs on the primary, skips elsewhere, and fails where Patroni does not answer', async () => {
  expect(await conditionOf('/primary')).toBe(0);
  expect(await conditionOf('/replica')).toBe(1);
  expect(await conditionOf('/primary', { ...values, NODE_ADDRESS: `${net}.99` })).toBe(255);
});

test('the unit of backups waits for a server that becomes the primary after its start', async () => {
  const asked: string[] = [];
  const starting = createServer(({ url }, response) => {
    asked.push(url!);
    response.writeHead(url === '/primary' && asked.filter((each) => each === url).length === 1 ? 503 : 200).end();
  });
  starting.listen(8008, `${net}.98`);
  await once(starting, 'listening');
  try {
    expect(await conditionOf('/primary', { ...values, NODE_ADDRESS: `${net}.98` })).toBe(0);
  } finally {
    starting.close();
  }
  expect(asked).toEqual(['/health', '/primary', '/primary']);
});

test('a destroyed database is restored to a moment: members log in, money and seats agree, what came later is gone', async () => {
  const password = 'Correct-horse-90c2';
  const signUp = (email: string) => client.call('POST', '/auth/signup', { body: { email, password } });
  await fillMembers(pool, Number(process.env['CLUSTER_MEMBERS'] || 0));
  timed('full backup', () => backUp('full'));
  const cohortId = await client.buildCohort(5);
  const [first, second] = [await enrol(cohortId), await enrol(cohortId)];
  expect((await signUp('before@example.org')).status).toBe(200);
  backUp('diff');
  // Known by the log alone: both backups are older.
  const third = await enrol(cohortId);
  const { moment } = await ask<{ moment: string }>('select clock_timestamp()::text as moment');
  await sleep(1_000);
  const later = await enrol(cohortId);
  expect((await signUp('after@example.org')).status).toBe(200);
  await untilArchived();
  const { unreached } = await ask<{ unreached: string }>(`select (now() + interval '1 hour')::text as unreached`);

  const { members } = await ask<{ members: number }>(
    `select count(*)::int as members from member where created_at <= '${moment}'`,
  );
  expect(await tryOut(moment)).toEqual({ members, mode: 'off', pushes: 0 });
  // A server that archives would write its history into the repository (negative control).
  const { mode, pushes } = await tryOut(moment, (script) =>
    script.replace('trial=--archive-mode=off', 'trial=--no-log-timestamp'),
  );
  expect([mode, pushes > 0]).toEqual(['on', true]);

  const destroyedMs = performance.now();
  await product.service.pause(async () => {
    const { patroni, killPostgres } = databases.nodes[0]!;
    await patroni.pause(async () => {
      const { PG_DATA: data } = values as { PG_DATA: string };
      const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
      killPostgres();
      // The lock of its socket holds until it is gone, also from the list of processes.
      await eventually(async () => !existsSync(`/proc/${pid}`));
      // A process of the killed server may still write its last file.
      rmSync(data, { recursive: true, force: true, maxRetries: 10 });
      // The log ends before that moment, so that a restore to it would be one to another (negative control).
      expect(() => restore(unreached)).toThrow(/recovery ended before configured recovery target was reached/);
      timed('restore to a moment', () => restore(moment));
    }, 'SIGKILL');
    await databases.findPrimary();
    expect(type(['after-restore'])).toMatch(/^\d+ sessions ended/);
  });
  await product.untilReady();
  expect(await logIn('before@example.org', password)).toBe(200);
  tellTime('from the loss to the first log-in, with two restores', destroyedMs);

  for (const student of [first, second, third]) expect(await isKnown(student)).toBe(true);
  expect(await isKnown(later)).toBe(false);
  expect(await logIn('after@example.org', password)).not.toBe(200);
  expect((await first.get('/member')).body.data).toBeNull();
  expect(await findBookDifferences({ pool } as TestDatabase)).toEqual([]);
  const { seats } = await ask<{ seats: number }>(
    `select count(*)::int as seats from seat_claim where cohort_id = '${cohortId}' and state = 'consumed'`,
  );
  expect(seats).toBe(3);
  expect(await isArchiveFailing()).toBe(false);
  renameSync(place('repository'), place('away'));
  await databases.administer('select pg_switch_wal()');
  await eventually(isArchiveFailing);
  renameSync(place('away'), place('repository'));
  await untilArchived();
  await eventually(async () => !(await isArchiveFailing()));
  // Life goes on, and so do backups, on the new timeline.
  await enrol(cohortId);
  backUp('diff');
});
