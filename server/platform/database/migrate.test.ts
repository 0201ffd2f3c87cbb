import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { migrations as allMigrations } from '../../migrations/all.ts';
import { onServer, withDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { createDatabase, createPool, type Database, type Pool } from './database.ts';
import { migrate, type Migrations } from './migrate.ts';

const server = process.env['INTAKE_TEST_SERVER']!;
const names: string[] = [];
let url: string;
let pool: Pool;
let db: Database;
beforeEach(async () => {
  const name = `intake_test_${randomBytes(6).toString('hex')}`;
  names.push(name);
  await onServer(server, `create database ${name}`);
  url = withDatabase(server, name);
  pool = createPool({ url, patient: true });
  db = createDatabase(pool);
  return () => pool.end();
});
afterAll(async () => {
  for (const name of names) await onServer(server, `drop database if exists ${name} with (force)`);
});

const step = (statement: string) => ({ up: async (tx: Kysely<any>) => void (await sql.raw(statement).execute(tx)) });
const tables = async () => {
  const { rows } = await pool.query<{ table: string }>(
    `select table_name as table from information_schema.tables where table_schema = 'public' and table_name not like 'kysely%' order by 1`,
  );
  return rows.map(({ table }) => table);
};
const done = async () => {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
};

test('the whole history makes the schema, and running it again does nothing', async () => {
  await migrate(db, allMigrations);
  expect(await done()).toEqual(Object.keys(allMigrations).toSorted());
  const made = await tables();
  expect(made).toContain('member');
  await migrate(db, allMigrations);
  expect(await tables()).toEqual(made);
});

test('only what is new is done', async () => {
  const first: Migrations = { '0001-one': step('create table one ()') };
  await migrate(db, first);
  await migrate(db, { ...first, '0002-two': step('create table two ()') });
  expect(await tables()).toEqual(['one', 'two']);
});

test('a step that fails takes those before it along', async () => {
  const broken: Migrations = {
    '0001-one': step('create table one ()'),
    '0002-two': step('create table two (x nonsense)'),
  };
  await expect(migrate(db, broken)).rejects.toMatchObject({ code: '42704' });
  expect(await tables()).toEqual([]);
  await migrate(db, { ...broken, '0002-two': step('create table two ()') });
  expect(await tables()).toEqual(['one', 'two']);
});

test('two that start at once do the work once', async () => {
  let runs = 0;
  const counted: Migrations = {
    '0001-one': {
      up: async (tx) => {
        runs++;
        await sql`create table one ()`.execute(tx);
        await sql`select pg_sleep(0.2)`.execute(tx);
      },
    },
  };
  await Promise.all([migrate(db, counted), migrate(db, counted), migrate(db, counted)]);
  expect(runs).toBe(1);
  expect(await done()).toEqual(['0001-one']);
});

test('one that is killed half way leaves nothing, and the next one finishes', async () => {
  const at = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { sql } from 'kysely';
       import { createDatabase, createPool } from ${at('database.ts')};
       import { migrate } from ${at('migrate.ts')};
       const step = (statement) => ({ up: (db) => sql.raw(statement).execute(db) });
       const pool = createPool({ url: ${JSON.stringify(url)}, patient: true });
       await migrate(createDatabase(pool), {
         '0001-one': step('create table one ()'),
         '0002-two': step('select pg_sleep(60)'),
       });`,
    ],
    { cwd: path.join(import.meta.dirname, '../../..'), stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const isAsleep = async () =>
    (
      await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()",
      )
    ).rows.length > 0;
  await eventually(isAsleep);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The server notices a lost client when it has something to say; an administrator may be quicker.
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()",
  );
  await eventually(async () => !(await isAsleep()));
  expect(await tables()).toEqual([]);
  await migrate(db, { '0001-one': step('create table one ()'), '0002-two': step('create table two ()') });
  expect(await tables()).toEqual(['one', 'two']);
});
