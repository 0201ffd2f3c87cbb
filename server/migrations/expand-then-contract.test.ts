import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Pool } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { findContractions, readShape } from '../testing/contractions.ts';
import { onServer, withDatabase } from '../testing/database.ts';
import { migrations } from './all.ts';

const server = process.env['INTAKE_TEST_SERVER']!;
const name = `intake_test_${randomBytes(6).toString('hex')}`;
let pool: Pool;
beforeAll(async () => {
  await onServer(server, `create database ${name}`);
  pool = createPool({ url: withDatabase(server, name), patient: true });
});
afterAll(async () => {
  await pool.end();
  await onServer(server, `drop database if exists ${name} with (force)`);
});

/** Migrations from before decision 0052 with what they took away; none of them is run on a release that is out. */
const beforeTheRule: Record<string, string[]> = {
  '0018-team-seats': ['team.seats is gone'],
  '0019-billing-mode': ['plan_checkout.live cannot be left out of an insert'],
};

/** Releases that are out, by the change log. */
async function listReleases(): Promise<string[]> {
  const log = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  return [...log.matchAll(/^## (\d+\.\d+\.\d+)(.*)$/gm)].flatMap(([, release, more]) =>
    more!.includes('Unreleased') ? [] : [release!],
  );
}

describe('a migration', () => {
  test('takes nothing from the code of the release before, unless it names the release that stopped using it', async () => {
    const releases = await listReleases();
    const found: Record<string, string[]> = {};
    const steps = Object.entries(migrations);
    let before = await readShape(pool);
    for (const [at, [step, migration]] of steps.entries()) {
      await migrate(createDatabase(pool), Object.fromEntries(steps.slice(0, at + 1)));
      const after = await readShape(pool);
      const unused = 'unusedSince' in migration ? (migration.unusedSince ?? {}) : {};
      const kept = findContractions(before, after).filter((each) => !releases.includes(unused[each] ?? ''));
      if (kept.length > 0) found[step] = kept;
      before = after;
    }
    expect(found, 'docs/decisions/0052-a-migration-expands.md says how to take something away').toEqual(beforeTheRule);
  });

  const start = `create table sample (id text primary key, name text not null default '', note text, amount integer,
    constraint kind check (note in ('one', 'two')))`;
  test.for([
    ['drop table sample', ['sample is gone']],
    ['alter table sample drop column note', ['sample.note is gone']],
    ['alter table sample rename column note to remark', ['sample.note is gone']],
    ['alter table sample rename to example', ['sample is gone']],
    ['alter table sample alter column amount type text', ['sample.amount was integer and is text']],
    ['alter table sample alter column note set not null', ['sample.note cannot be null any more']],
    [
      `alter table sample drop constraint kind, add constraint kind check (note in ('one', 'three'))`,
      [`kind demands CHECK ((note = ANY (ARRAY['one'::text, 'three'::text])))`],
    ],
    ['alter table sample alter column name drop default', ['sample.name cannot be left out of an insert']],
    ['alter table sample add column site text not null', ['sample.site cannot be left out of an insert']],
    ['alter table sample add constraint paid check (amount > 0)', ['paid demands CHECK ((amount > 0))']],
    [
      'create unique index one_name on sample (name)',
      ['one_name demands CREATE UNIQUE INDEX one_name ON public.sample USING btree (name)'],
    ],
    [
      'create unique index one_note on sample (note, amount)',
      ['one_note demands CREATE UNIQUE INDEX one_note ON public.sample USING btree (note, amount)'],
    ],
    [
      'alter table sample add constraint same foreign key (note) references sample (id)',
      ['same demands FOREIGN KEY (note) REFERENCES sample(id)'],
    ],
    [
      `create unique index by_both on sample (name, id);
       alter table sample add column site text default 'x', add constraint same foreign key (site, note) references sample (name, id)`,
      ['same demands FOREIGN KEY (site, note) REFERENCES sample(name, id)'],
    ],
  ] as const)('that would %s is refused', async ([statement, expected]) => {
    await pool.query(`drop table if exists sample, example; ${start}`);
    const before = await readShape(pool);
    await pool.query(statement);
    expect(findContractions(before, await readShape(pool))).toEqual(expected);
    await pool.query('drop table if exists sample, example');
  });

  test.for([
    'alter table sample add column site text',
    `alter table sample add column site text not null default '' check (site <> 'x')`,
    'alter table sample add column place bigint generated always as identity',
    'alter table sample alter column name drop not null',
    `alter table sample drop constraint kind, add constraint kind check (note in ('one', 'two', 'three'))`,
    'create index by_name on sample (name)',
    'create unique index by_both on sample (name, id)',
    `create unique index by_both on sample (name, id);
     alter table sample add column site text, add constraint same foreign key (site, note) references sample (name, id)`,
    'create table another (id text primary key, amount integer not null check (amount > 0))',
  ])('may %s', async (statement) => {
    await pool.query(`drop table if exists sample, another; ${start}`);
    const before = await readShape(pool);
    await pool.query(statement);
    expect(findContractions(before, await readShape(pool))).toEqual([]);
    await pool.query('drop table if exists sample, another');
  });
});
