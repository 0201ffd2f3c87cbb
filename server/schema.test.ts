import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from './migrations/all.ts';
import { createLog } from './platform/log.ts';
import { prepareSchema } from './schema.ts';
import { describeFailedStart } from './start-failure.ts';
import { createStartup } from './startup.ts';
import { createTestDatabase, onServer } from './testing/database.ts';
import { createOwnedDatabase, typeMigrate, type OwnedDatabase } from './testing/owned-database.ts';

const newest = Object.keys(migrations).at(-1)!;

let database: OwnedDatabase;
let owner: pg.Client;
let product: pg.Client;
let firstSaid: string;
beforeAll(async () => {
  database = await createOwnedDatabase();
  // A plain password sent to the server would now be stored as md5, which the test would detect.
  await onServer(database.adminUrl, `alter role ${database.owner} set password_encryption = 'md5'`);
  const { code, said } = await typeMigrate(addresses());
  if (code !== 0) throw new Error(said);
  firstSaid = said;
  [owner, product] = [database.ownerUrl, database.productUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([owner.connect(), product.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), product.end()]);
  await database.drop();
});

const addresses = ({ ownerUrl, productUrl } = database) => ({ DATABASE_URL: productUrl, DATABASE_OWNER_URL: ownerUrl });

/** Does something in a transaction that is rolled back. @returns the database's code when it refuses */
async function codeOf(client: pg.Client, statement: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(statement);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('rollback');
  }
}

/** How often the product will record that `migrate` did its work. */
const notedMigrations = async () => {
  const { rows } = await owner.query<{ noted: number }>(
    `select count(*)::int as noted from graphile_worker._private_jobs
     where payload ->> 'command' = 'migrate' and payload ->> 'outcome' = 'done' and payload ->> 'by' <> ''`,
  );
  return rows[0]!.noted;
};

/** Runs a start's schema step. @returns its messages and warnings */
const start = async (url: string, production = true) => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const said = await prepareSchema(url, { log, production, startup: createStartup() }).then(
    () => 'started',
    describeFailedStart,
  );
  return { said, lines };
};

const insufficientPrivilege = '42501';

describe('the account of the running product', () => {
  const ofTheSchema = [
    'create table diary ()',
    'create temporary table diary ()',
    'create schema diary',
    'alter table member add column diary text',
    'alter table member disable trigger user',
    'drop table member cascade',
    'create index on member (created_at)',
    'truncate member cascade',
    'truncate audit_entry',
    `update audit_entry set actor = 'nobody'`,
    'delete from audit_entry',
    'select * from audit_entry for update',
    `insert into kysely_migration values ('9999-forged', 'now')`,
    'delete from kysely_migration',
    'select * from kysely_migration_lock',
    `create function shout() returns text language sql as $$ select 'ah' $$`,
    'drop function graphile_worker.remove_job(text)',
    'alter table graphile_worker._private_jobs disable row level security',
    'delete from graphile_worker.migrations',
    `select setval('card_reading', 1)`,
  ];
  const ofTheServer = [
    'select * from pg_authid',
    'select * from pg_shadow',
    'create role helper',
    `copy member to program 'cat'`,
    `select pg_read_file('postgresql.conf')`,
    'create extension dblink',
  ];

  test.for([...ofTheSchema, ...ofTheServer])('is refused "%s"', async (statement) => {
    expect(await codeOf(product, statement)).toBe(insufficientPrivilege);
  });

  // Negative control: the owner may run each statement, so the account alone is the reason.
  test.for(ofTheSchema)('is refused what its owner may: "%s"', async (statement) => {
    expect(await codeOf(owner, statement)).toBeUndefined();
  });

  test('cannot raise its own rights', async () => {
    const { owner: its, product: own } = database;
    for (const statement of [
      `alter role ${own} superuser`,
      `alter role ${own} createrole`,
      `alter role ${own} bypassrls`,
      `grant ${its} to ${own}`,
      `set role ${its}`,
      `set session authorization ${its}`,
      `alter table audit_entry owner to ${own}`,
      `alter default privileges for role ${its} grant all on tables to ${own}`,
    ])
      expect([statement, await codeOf(product, statement)]).toEqual([statement, insufficientPrivilege]);
    // PostgreSQL only warns an account that has other rights on the table.
    await product.query(`grant update, delete, truncate on audit_entry to ${own}`).catch(() => undefined);
    expect(await codeOf(product, 'delete from audit_entry')).toBe(insufficientPrivilege);
  });

  test('writes and reads the audit trail, and removing a site deletes none of it', async () => {
    await product.query(
      `insert into site (id, public_key, name, mode, settings) values ('app_x', 'pk_x', 'X', 'live', '{}')`,
    );
    await product.query(
      `insert into audit_entry (site_id, actor, action, subject) values ('app_x', 'ann', 'app.applied', 'app_x')`,
    );
    await product.query(`delete from site where id = 'app_x'`);
    const { rows } = await product.query(`select actor from audit_entry where site_id = 'app_x'`);
    expect(rows).toEqual([{ actor: 'ann' }]);
  });

  test('may use the table of a later migration at once, and not change it', async () => {
    await owner.query('create table later (id bigint generated always as identity, at bigserial, words text)');
    await product.query(`insert into later (words) values ('one'); update later set words = 'two'`);
    expect((await product.query('select words from later')).rows).toEqual([{ words: 'two' }]);
    expect(await codeOf(product, 'truncate later')).toBe(insufficientPrivilege);
    await owner.query('drop table later');
  });
});

describe('"intake migrate"', () => {
  test('creates schema and account, and says so; later it corrects rights that were changed', async () => {
    expect(firstSaid).toBe(
      `The schema is up to date: ${Object.keys(migrations).length} migrations, up to ${newest}. The account "${database.product}" reads and writes rows, and may change nothing else.`,
    );
    await owner.query(
      `grant update on audit_entry to ${database.product}; revoke delete on member from ${database.product}`,
    );
    const notedBefore = await notedMigrations();
    const again = await typeMigrate(addresses());
    expect(await notedMigrations()).toBe(notedBefore + 1);
    expect(again).toMatchObject({ code: 0, said: expect.stringMatching(/^The schema was up to date\./) });
    expect(await codeOf(product, 'update audit_entry set note = note')).toBe(insufficientPrivilege);
    expect(await codeOf(product, 'delete from member')).toBeUndefined();
  });

  test('run twice concurrently does the work once', async ({ onTestFinished }) => {
    const empty = await createOwnedDatabase();
    onTestFinished(() => empty.drop());
    const both = await Promise.all([typeMigrate(addresses(empty)), typeMigrate(addresses(empty))]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await start(empty.productUrl)).toEqual({ said: 'started', lines: [] });
  });

  test('never sends the password of the account it creates', async () => {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const { rows } = await admin.query('select rolpassword from pg_authid where rolname = $1', [database.product]);
    await admin.end();
    expect(rows).toEqual([{ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) }]);
  });

  test('refuses an account that has more than rows, and names what', async () => {
    await onServer(
      database.adminUrl,
      `alter role ${database.product} createdb; grant pg_write_all_data to ${database.product}`,
    );
    const { code, said } = await typeMigrate(addresses());
    await onServer(
      database.adminUrl,
      `alter role ${database.product} nocreatedb; revoke pg_write_all_data from ${database.product}`,
    );
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(
        `"${database.product}" of the product has more rights than rows: createdb, update on audit_entry, delete on audit_entry, `,
      ),
    ]);
  });

  test('says what to do when the owner may not create the account', async () => {
    await onServer(database.adminUrl, `alter role ${database.owner} nocreaterole`);
    const url = new URL(database.productUrl);
    url.username = 'somebody_else';
    const { code, said } = await typeMigrate({ ...addresses(), DATABASE_URL: url.href });
    await onServer(database.adminUrl, `alter role ${database.owner} createrole`);
    expect(code).toBe(1);
    expect(said).toContain('the account "somebody_else" in DATABASE_URL does not exist');
    expect(said).not.toContain(url.password);
  });

  test('says which address is missing', async () => {
    const { code, said } = await typeMigrate({});
    expect(code).toBe(1);
    expect(said).toContain('DATABASE_URL is missing');
    expect(said).toContain('DATABASE_OWNER_URL is missing');
  });
});

test('the owner drops the account of the running product by the statements of the documentation', async ({
  onTestFinished,
}) => {
  const replaced = await createOwnedDatabase();
  onTestFinished(() => replaced.drop());
  expect(await typeMigrate(addresses(replaced))).toMatchObject({ code: 0 });
  const pages = readFileSync(new URL('../docs/running-in-production.md', import.meta.url), 'utf8');
  const paragraph = pages.split('\n\n').find((text) => text.startsWith("**Replacing the product's account.**"))!;
  for (const [, statement] of paragraph.matchAll(/`((?:grant|drop) [^`]+)`/g))
    await onServer(
      replaced.ownerUrl,
      statement!.replaceAll('intake_product', replaced.product).replaceAll('intake_owner', replaced.owner),
    );
  const { rows } = await owner.query('select from pg_roles where rolname = $1', [replaced.product]);
  expect(rows).toEqual([]);
});

describe('a start', () => {
  test('under the restricted account changes nothing, and says nothing when the schema is current', async () => {
    expect(await start(database.productUrl)).toEqual({ said: 'started', lines: [] });
  });

  test('under the restricted account names the migration that is missing', async () => {
    await owner.query('delete from kysely_migration where name = $1', [newest]);
    const { said } = await start(database.productUrl);
    await owner.query('insert into kysely_migration values ($1, now()::text)', [newest]);
    expect(said).toBe(
      `Intake did not start: this database lacks 1 migration (${newest}), and the account in DATABASE_URL may not change the schema. Run "npm run intake -- migrate" with the owner's address in DATABASE_OWNER_URL, then start again.`,
    );
  });

  test('under the restricted account does not bring the job queue up to date', async () => {
    await owner.query(`create table kept as select * from graphile_worker.migrations where id = 20;
      delete from graphile_worker.migrations where id = 20`);
    const { said } = await start(database.productUrl);
    await owner.query('insert into graphile_worker.migrations select * from kept; drop table kept');
    expect(said).toContain('the tables of the job queue');
  });

  test('under the restricted account on an empty database asks for the owner', async () => {
    const empty = await createOwnedDatabase();
    await onServer(
      empty.ownerUrl,
      `create role ${empty.product} login password '${new URL(empty.productUrl).password}'`,
    );
    const { said } = await start(empty.productUrl);
    await empty.drop();
    expect(said).toContain(
      `this database lacks ${Object.keys(migrations).length} migrations (0001-platform to ${newest})`,
    );
  });

  test('under an account that owns the schema brings it up to date, and warns in production alone', async () => {
    const empty = await createOwnedDatabase();
    expect(await start(empty.ownerUrl)).toEqual({
      said: 'started',
      lines: [expect.stringContaining('may change the schema and the audit trail')],
    });
    expect(await start(empty.ownerUrl, false)).toEqual({ said: 'started', lines: [] });
    await empty.drop();
  });

  test('of a test runs under the restricted account', async () => {
    const own = await createTestDatabase();
    const { rows } = await own.productPool.query(`select has_schema_privilege('public', 'create') as may`);
    await own.drop();
    expect(rows).toEqual([{ may: false }]);
  });
});
