import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { migrations as allMigrations } from '../../migrations/all.ts';
import { onServer, withDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { createDatabase, createPool, type Database, type Pool } from './database.ts';
import { addIndexes, whileBuilding } from './indexes.ts';
import { isMigrated, migrate, type Migrations } from './migrate.ts';

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

test('only pending steps run', async () => {
  const first: Migrations = { '0001-one': step('create table one ()') };
  await migrate(db, first);
  await migrate(db, { ...first, '0002-two': step('create table two ()') });
  expect(await tables()).toEqual(['one', 'two']);
});

test('a schema is current with exactly the steps of these names', async () => {
  const both = ['0001-one', '0002-two'];
  expect(await isMigrated(db, both)).toBe(false);
  await migrate(db, { '0001-one': step('create table one ()') });
  expect(await isMigrated(db, both)).toBe(false);
  await migrate(db, { '0001-one': step('create table one ()'), '0002-two': step('create table two ()') });
  expect(await isMigrated(db, both)).toBe(true);
  // Of a newer version, whose error names the step.
  expect(await isMigrated(db, ['0001-one'])).toBe(false);
});

test('a failing step rolls back those before it', async () => {
  const broken: Migrations = {
    '0001-one': step('create table one ()'),
    '0002-two': step('create table two (x nonsense)'),
  };
  await expect(migrate(db, broken)).rejects.toMatchObject({ code: '42704' });
  expect(await tables()).toEqual([]);
  await migrate(db, { ...broken, '0002-two': step('create table two ()') });
  expect(await tables()).toEqual(['one', 'two']);
});

test('in a deadlock with a request the steps run again', async () => {
  const begin: Migrations = { '0001-one': step('create table one (); create table two ()') };
  await migrate(db, begin);
  let runs = 0;
  const opposite: Migrations = {
    ...begin,
    '0002-two': {
      up: async (tx) => {
        runs++;
        await sql`alter table one add column x int`.execute(tx);
        await sql`alter table two add column x int`.execute(tx);
      },
    },
  };
  const request = await pool.connect();
  // The server looks for a deadlock once for each wait: the migration's is the first to find it.
  await request.query(`set deadlock_timeout = '1min'`);
  await request.query('begin');
  await request.query('lock table two in access share mode');
  const migrating = migrate(db, opposite);
  await eventually(async () => {
    const { rowCount } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });
  await request.query('lock table one in access share mode');
  await request.query('commit');
  request.release(true);
  expect(await migrating).toEqual(['0002-two']);
  expect(runs).toBe(2);
});

test('two concurrent runs do the work once', async () => {
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

test('a run killed half way leaves nothing, and the next one finishes', async () => {
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
  // The server notices a lost client only when it sends to it, so the backend is terminated.
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()",
  );
  await eventually(async () => !(await isAsleep()));
  expect(await tables()).toEqual([]);
  await migrate(db, { '0001-one': step('create table one ()'), '0002-two': step('create table two ()') });
  expect(await tables()).toEqual(['one', 'two']);
});

describe('a migration of indexes', () => {
  const begin: Migrations = { '0001-one': step('create table one (x int)') };
  const indexed: Migrations = { ...begin, '0002-two': addIndexes(['one_x', 'one (x) where x > 0']) };
  const isValid = async () =>
    (await pool.query(`select indisvalid as valid from pg_index where indexrelid = to_regclass('one_x')`)).rows;

  /** Inserts while another transaction that has written stays open, and the work waits for that. */
  async function writeDuring(work: () => Promise<unknown>): Promise<{ code?: string } | undefined> {
    const [open, writer] = [await pool.connect(), await pool.connect()];
    await open.query('begin');
    await open.query('insert into one values (1)');
    const working = work();
    await eventually(async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'create index%'`,
      );
      return rows.length > 0;
    });
    await writer.query(`set lock_timeout = '200ms'`);
    const refused = await writer.query('insert into one values (2)').then(
      () => undefined,
      (error: { code?: string }) => error,
    );
    await open.query('commit');
    await working;
    for (const client of [open, writer]) client.release(true);
    return refused;
  }

  test('builds them while the table is written to', async () => {
    await migrate(db, begin);
    expect(await writeDuring(() => migrate(db, indexed))).toBeUndefined();
    expect(await isValid()).toEqual([{ valid: true }]);
    expect(await done()).toEqual(['0001-one', '0002-two']);
  });

  test('would stop writers if it built them in its transaction', async () => {
    await migrate(db, begin);
    const plain: Migrations = { ...begin, '0002-two': { up: indexed['0002-two']!.up } };
    expect(await writeDuring(() => migrate(db, plain))).toMatchObject({ code: '55P03' });
  });

  test('builds one of a column that a step before it adds once that is committed, before the transaction of the rest', async () => {
    await migrate(db, begin);
    const more: Migrations = {
      ...begin,
      '0002-two': step('alter table one add column y int'),
      '0003-three': addIndexes(['one_x', 'one (y)']),
      '0004-four': step('create table nonsense (x nonsense)'),
    };
    await expect(migrate(db, more)).rejects.toMatchObject({ code: '42704' });
    expect(await isValid()).toEqual([{ valid: true }]);
    expect(await done()).toEqual(['0001-one', '0002-two']);
  });

  test('makes them in a new database, and anew where a build was killed', async () => {
    await migrate(db, indexed);
    expect(await isValid()).toEqual([{ valid: true }]);
    await pool.query(`update pg_index set indisvalid = false where indexrelid = 'one_x'::regclass`);
    await pool.query(`delete from kysely_migration where name = '0002-two'`);
    await migrate(db, indexed);
    expect(await isValid()).toEqual([{ valid: true }]);
  });

  test('is run once by concurrent starts', async () => {
    await migrate(db, begin);
    await Promise.all([migrate(db, indexed), migrate(db, indexed), migrate(db, indexed)]);
    expect(await isValid()).toEqual([{ valid: true }]);
  });
});

test('the session that holds the lock of the builder of indexes ends with its connection, within 20 seconds', async () => {
  const seconds = await whileBuilding(db, async (connection) => {
    const { rows } = await sql<{ seconds: number }>`
      select current_setting('tcp_keepalives_idle')::int + current_setting('tcp_keepalives_interval')::int
        * current_setting('tcp_keepalives_count')::int as seconds`.execute(connection);
    return rows[0]!.seconds;
  });
  expect(seconds).toBe(20);
});
