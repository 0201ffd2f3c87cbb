import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Pool } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { onServer, withDatabase } from '../testing/database.ts';
import { watchWholeTables, type WholeTables } from '../testing/whole-tables.ts';
import { migrations } from './all.ts';

const server = process.env['INTAKE_TEST_SERVER']!;
const name = `intake_test_${randomBytes(6).toString('hex')}`;
let pool: Pool;
let tables: WholeTables;
beforeAll(async () => {
  await onServer(server, `create database ${name}`);
  pool = createPool({ url: withDatabase(server, name), patient: true });
  tables = await watchWholeTables(pool);
});
afterAll(async () => {
  await pool.end();
  await onServer(server, `drop database if exists ${name} with (force)`);
});

/** The last migration from before this rule. */
const lastBefore = '0031-managed-sessions';

describe('a migration', () => {
  test('neither updates, rewrites nor indexes a table that was there, while it is locked', async () => {
    const steps = Object.entries(migrations);
    const found: Record<string, string[]> = {};
    for (const [at, [step, migration]] of steps.entries()) {
      if (step <= lastBefore) continue;
      await migrate(createDatabase(pool), Object.fromEntries(steps.slice(0, at)));
      await tables.watch();
      await migrate(createDatabase(pool), Object.fromEntries(steps.slice(0, at + 1)));
      // Those of `addIndexes` are built while the table is written to: server/platform/database/migrate.test.ts.
      const seen = (await tables.seen()).filter((each) => !('indexes' in migration && each.startsWith('index ')));
      if (seen.length > 0) found[step] = seen;
    }
    expect(found, 'docs/decisions/0068-a-migration-holds-its-locks-briefly.md says how it is done').toEqual({});
  });

  const start = `drop table if exists sample, made; create table sample (id text, amount integer)`;
  test.for([
    [`update sample set amount = 1 where id = 'one'`, ['update sample']],
    ['with more as (delete from sample returning id) select from more', ['delete sample']],
    ['alter table sample alter column amount type bigint', ['rewrite sample']],
    ['alter table sample add column at timestamptz default clock_timestamp()', ['rewrite sample']],
    ['create index sample_amount on sample (amount)', ['index sample_amount']],
    ['alter table sample add constraint one unique (id)', ['index one']],
  ] as const)('that would %s is found', async ([statement, expected]) => {
    await pool.query(start);
    await tables.watch();
    await pool.query(statement);
    expect(await tables.seen()).toEqual(expected);
  });

  test.for([
    'alter table sample add column at timestamptz not null default now()',
    `insert into sample values ('one', 1)`,
    'create table made (id text primary key); update made set id = id',
  ])('may %s', async (statement) => {
    await pool.query(start);
    await tables.watch();
    await pool.query(statement);
    expect(await tables.seen()).toEqual([]);
  });
});
