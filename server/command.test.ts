import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMemberTables } from './membership/administration/commands/member-tables.store.ts';
import { personalTables } from './personal-tables.ts';
import { readPersonalData } from './platform/personal-data.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import { createTestDatabase, onServer, type TestDatabase, withDatabase } from './testing/database.ts';
import { programEnvironment } from './testing/process.ts';

const program = fileURLToPath(new URL('command.ts', import.meta.url));

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  // As a product in development has left it.
  for (const name of ['signing', 'webhook']) await developmentSecret(database.db, name);
  folder = await mkdtemp(path.join(tmpdir(), 'intake-command-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const noDatabase = { DATABASE_URL: '', DATABASE_DIRECT_URL: '' };

/** Runs a command without a terminal. */
async function type(words: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), ...database.variables, ...variables },
  });
  const said = { out: '', error: '' };
  child.stdout.on('data', (text) => (said.out += String(text)));
  child.stderr.on('data', (text) => (said.error += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...said };
}

test('every domain’s commands are explained, without a database', async () => {
  const { code, out, error } = await type([], { DATABASE_URL: 'nothing' });
  expect([code, error]).toEqual([0, '']);
  for (const command of [
    'cohorts',
    'reviews',
    'resolve <id>',
    'app apply <file>',
    'app audit <id>',
    'app remove <id>',
    'reseal',
    'members export <site> <member>',
    'members import <site> <file.csv>',
    'inspect <file, folder or address>…',
  ])
    expect(out).toContain(command);
});

test('a typing error is answered on standard error, with exit code 1', async () => {
  const { code, out, error } = await type(['app', 'aply', 'x'], { DATABASE_URL: 'nothing' });
  expect([code, out]).toEqual([1, '']);
  expect(error).toContain('Did you mean "app apply"?');
});

test('pages are inspected without a database, and the exit code says how it went', async () => {
  await writeFile(path.join(folder, 'right.html'), '<a href="/" data-ms-plan:add="pln_a">Join</a>');
  await writeFile(path.join(folder, 'wrong.html'), '<a href="/" data-ms-plan="pln_a">Join</a>');
  const ended = await Promise.all(
    [['right.html'], ['wrong.html'], ['gone.html'], ['--colour']].map((words) =>
      type(['inspect', ...words], { DATABASE_URL: 'nothing' }),
    ),
  );
  expect(ended.map(({ code }) => code)).toEqual([0, 1, 2, 2]);
  expect(ended[1]).toMatchObject({ out: expect.stringContaining('wrong.html:1:1  error'), error: '' });
  expect(ended[3]).toMatchObject({ out: '', error: expect.stringContaining('has no option --colour') });
});

test('a site is applied from the folder the command is typed in', async () => {
  const secret = 'clientSecret: { env: CLUB_SECRET }';
  await writeFile(
    path.join(folder, 'club.yaml'),
    `id: app_club\nname: Club\npublicKey: pk_club\nmode: live\nauthProviders: [{ provider: google, name: Google, clientId: c, ${secret} }]\n`,
  );
  const asked = await type(['app', 'apply', 'club.yaml'], { CLUB_SECRET: 'hush' });
  expect([asked.code, asked.error]).toEqual([1, expect.stringContaining('Add --yes')]);
  // No colours without a terminal.
  expect(asked.out).toMatch(/^app_club\n {2}\+ id: "app_club"\n/);
  const unset = await type(['app', 'apply', 'club.yaml', '--yes']);
  expect([unset.code, unset.error]).toEqual([
    1,
    expect.stringContaining('club.yaml:5  authProviders[0].clientSecret.env'),
  ]);
  const applied = await type(['app', 'apply', 'club.yaml', '--yes'], { CLUB_SECRET: 'hush' });
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('app_club: 8 changes applied.')]);
  const { rows } = await database.pool.query(`select actor from audit_entry where site_id = 'app_club'`);
  expect(rows).toEqual([{ actor: expect.stringMatching(/^command line \(.+\)$/) }]);
});

test('members come in from a file and go out to one', async () => {
  await writeFile(path.join(folder, 'old.csv'), 'email,verified\r\nana@example.org,true\r\nbo@example.org,\r\n');
  const looked = await type(['members', 'import', 'app_club', 'old.csv']);
  expect([looked.code, looked.out]).toEqual([
    0,
    '2 rows:\n  2 to create\nNothing was changed. With --apply it is done.\n',
  ]);
  const applied = await type(['members', 'import', 'app_club', 'old.csv', '--apply']);
  expect([applied.code, applied.out, applied.error]).toEqual([0, '2 rows:\n  2 created\nDone.\n', '']);
  const exported = await type(['members', 'export-all', 'app_club', '--to', 'new.csv']);
  expect([exported.code, exported.out]).toEqual([0, '2 members of app_club in new.csv.\n']);
  expect(await readFile(path.join(folder, 'new.csv'), 'utf8')).toMatch(
    /ana@example\.org,true,.*\r\n.*bo@example\.org,false,/,
  );
  await writeFile(path.join(folder, 'bad.csv'), 'email\r\nbo\r\n');
  const refused = await type(['members', 'import', 'app_club', 'bad.csv', '--apply']);
  expect([refused.code, refused.out, refused.error]).toEqual([
    1,
    '',
    expect.stringContaining('2     email   invalid-email'),
  ]);
});

test('the portal’s site is never removed', async () => {
  const shipped = fileURLToPath(new URL('../config/sites/enrolment.yaml', import.meta.url));
  await type(['app', 'apply', shipped, '--yes']);
  const { code, error } = await type(['app', 'remove', 'app_enrolment', '--yes']);
  expect([code, error.trim()]).toEqual([
    1,
    'app_enrolment was not removed: it is the portal’s, and every partner’s pages stand on it.',
  ]);
});

test('sealed values are counted with secrets read from a file', async () => {
  await writeFile(path.join(folder, 'secrets'), `${'n'.repeat(32)},${'o'.repeat(32)}\n`);
  const { code, out } = await type(['reseal', '--count'], { INTAKE_SECRETS_FILE: path.join(folder, 'secrets') });
  expect([code, out]).toEqual([0, expect.stringContaining('values')]);
  const away = await type(['reseal'], { INTAKE_SECRETS_FILE: path.join(folder, 'nowhere') });
  expect([away.code, away.error]).toEqual([1, expect.stringContaining('INTAKE_SECRETS_FILE names a file that cannot')]);
});

test('a command names a folder without a database, and makes none there', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  const fromVariable = await type(['app', 'list'], { ...noDatabase, DATA_DIR: elsewhere });
  const byDefault = await type(['app', 'list'], noDatabase);
  for (const { code, error } of [fromVariable, byDefault])
    expect([code, error]).toEqual([1, expect.stringContaining('Give the command the DATA_DIR or DATABASE_URL')]);
  expect(fromVariable.error).toContain(`There is no database in ${elsewhere}:`);
  expect(byDefault.error).toContain(`There is no database in ${path.join(folder, 'data')}:`);
  expect([elsewhere, path.join(folder, 'data')].filter((each) => existsSync(each))).toEqual([]);
});

test('a database without a schema is reported as empty', async () => {
  const server = process.env['INTAKE_TEST_SERVER']!;
  const name = `${new URL(database.url).pathname.slice(1)}_empty`;
  await onServer(server, `create database ${name}`);
  try {
    const { code, error } = await type(['app', 'list'], { ...noDatabase, DATABASE_URL: withDatabase(server, name) });
    expect([code, error.trim()]).toEqual([
      1,
      'The database that DATABASE_URL names is empty: no product was started on it yet. Give the command the DATA_DIR or DATABASE_URL of the product it is for.',
    ]);
  } finally {
    await onServer(server, `drop database ${name} with (force)`);
  }
});

describe('on a database that no product in development has used, without the environment of the product', () => {
  let production: TestDatabase;
  const typeThere = (words: string[], variables: Record<string, string> = {}) =>
    type(words, { ...production.variables, ...variables });
  const refusal = (variable: string) =>
    `${variable} is not set, and the product on this database does not run without it. Give the command the whole environment of the product: docs/production.md#commands.\n`;
  beforeAll(async () => {
    production = await createTestDatabase();
    await production.pool.query(
      `insert into site (id, public_key, name, mode, settings) values ('app_club', 'pk_club', 'Club', 'live', '{}')`,
    );
  });
  afterAll(() => production.drop());

  test('a command that seals or opens a value says so, and changes nothing', async () => {
    const invited = await typeThere(['staff', 'invite', 'first@example.org', '--role', 'owner']);
    expect([invited.code, invited.out, invited.error]).toEqual([1, '', refusal('INTAKE_SECRETS')]);
    const { rows } = await production.pool.query(
      `select (select count(*) from staff)::int as staff, (select count(*) from mail_outbox)::int as mails,
        (select count(*) from development_secret)::int as secrets`,
    );
    expect(rows).toEqual([{ staff: 0, mails: 0, secrets: 0 }]);
  });

  test('a command that mails a link says that it knows no address for it', async () => {
    const words = ['staff', 'invite', 'first@example.org', '--role', 'owner'];
    const secret = { INTAKE_SECRETS: 'n'.repeat(32) };
    const invited = await typeThere(words, secret);
    expect([invited.code, invited.out, invited.error]).toEqual([1, '', refusal('APP_URL')]);
    expect((await production.pool.query('select from mail_outbox')).rowCount).toBe(0);
  });

  test('a command that creates or deletes members opens no card sandbox', async () => {
    await writeFile(path.join(folder, 'one.csv'), 'email\r\nana@example.org\r\n');
    const words = ['members', 'import', 'app_club', path.join(folder, 'one.csv'), '--apply'];
    const imported = await typeThere(words, { INTAKE_SECRETS: 'n'.repeat(32) });
    expect([imported.code, imported.out, imported.error]).toEqual([1, '', refusal('STRIPE_SECRET_KEY')]);
    expect((await production.pool.query('select from development_secret')).rowCount).toBe(0);
  });

  test('a command that needs no secret does its work', async () => {
    for (const words of [['reviews'], ['cohorts'], ['after-restore'], ['app', 'show', 'app_club'], ['staff', 'list']])
      expect(await typeThere(words)).toMatchObject({ code: 0, error: '' });
  });

  test('what development had made before is used no more', async () => {
    await developmentSecret(production.db, 'signing');
    await production.pool.query(
      `insert into site (id, public_key, name, mode, settings, demonstration, voided_at)
       values ('app_demo', 'pk_demo', 'Demo', 'sandbox', '{}', true, now())`,
    );
    const invited = await typeThere(['staff', 'invite', 'first@example.org', '--role', 'owner']);
    expect([invited.code, invited.out, invited.error]).toEqual([1, '', refusal('INTAKE_SECRETS')]);
  });
});

test('an export reads every table with personal data', async () => {
  const elsewhere = [
    // Not part of an export: development only, keyed by address.
    'development_mail',
    // Short-lived rows of a session.
    'connect_ticket',
    'provider_attempt',
    // Its column is the subject of a mail to many; who got it stands in the mails of each.
    'cohort_mail',
  ];
  const { rows } = await database.pool.query(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and (column_name in ('email', 'recipient', 'subject') or column_name ~ '(member|owner)_id$')`,
  );
  const tables = [...personalTables, ...(await findMemberTables(database.db, personalTables))];
  const known = tables.map(({ table }) => table);
  const missing = rows.map(({ name }) => name).filter((name) => ![...known, ...elsewhere].includes(name));
  expect(
    missing,
    'let a column of theirs reference member (id), or name them in the personalData of their feature',
  ).toEqual([]);
  const person = { memberId: 'mem_nobody', siteId: 'app_nowhere', provedEmail: 'nobody@example.org' };
  expect(await readPersonalData(database.db, tables, person)).toEqual({});
});
