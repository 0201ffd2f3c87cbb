import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolmentTables } from './enrolment/personal-data.store.ts';
import { findMemberTables, membershipTables } from './membership/administration/commands/personal-data.store.ts';
import { readPersonalData } from './platform/personal-data.ts';
import { createTestDatabase, onServer, type TestDatabase, withDatabase } from './testing/database.ts';

const program = fileURLToPath(new URL('command.ts', import.meta.url));

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'intake-command-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Types a command where no terminal is. */
async function type(words: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url, ...variables },
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
    'inspect <file, folder or address>…',
  ])
    expect(out).toContain(command);
});

test('a typing error is answered on the other channel, with exit code 1', async () => {
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
  // No colours where no terminal is.
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

test('the portal’s site is never removed', async () => {
  const shipped = fileURLToPath(new URL('../config/sites/enrolment.yaml', import.meta.url));
  await type(['app', 'apply', shipped, '--yes']);
  const { code, error } = await type(['app', 'remove', 'app_enrolment', '--yes']);
  expect([code, error.trim()]).toEqual([
    1,
    'app_enrolment was not removed: it is the portal’s, and every partner’s pages stand on it.',
  ]);
});

test('what is sealed is counted with the secrets of a file', async () => {
  await writeFile(path.join(folder, 'secrets'), `${'n'.repeat(32)},${'o'.repeat(32)}\n`);
  const { code, out } = await type(['reseal', '--count'], { INTAKE_SECRETS_FILE: path.join(folder, 'secrets') });
  expect([code, out]).toEqual([0, expect.stringContaining('values')]);
  const away = await type(['reseal'], { INTAKE_SECRETS_FILE: path.join(folder, 'nowhere') });
  expect([away.code, away.error]).toEqual([1, expect.stringContaining('INTAKE_SECRETS_FILE names a file that cannot')]);
});

test('a database nothing was ever started on is said to be empty', async () => {
  const server = process.env['INTAKE_TEST_SERVER']!;
  const name = `${new URL(database.url).pathname.slice(1)}_empty`;
  await onServer(server, `create database ${name}`);
  try {
    const { code, error } = await type(['app', 'list'], { DATABASE_URL: withDatabase(server, name) });
    expect([code, error.trim()]).toEqual([
      1,
      'The database is empty. Start the product once, with npm start: it makes the tables.',
    ]);
  } finally {
    await onServer(server, `drop database ${name} with (force)`);
  }
});

test('an export looks in every table that says something about people', async () => {
  const elsewhere = [
    // Nobody's: asked for by an address, whoever has it.
    'development_mail',
    // A session's, for minutes.
    'connect_ticket',
    'provider_attempt',
  ];
  const { rows } = await database.pool.query(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and (column_name in ('email', 'recipient', 'subject') or column_name ~ '(member|owner)_id$')`,
  );
  const named = [...membershipTables, ...enrolmentTables];
  const tables = [...named, ...(await findMemberTables(database.db, named))];
  const known = tables.map(({ table }) => table);
  const missing = rows.map(({ name }) => name).filter((name) => ![...known, ...elsewhere].includes(name));
  expect(missing, 'let a column of theirs reference member (id), or name them in a personal-data.store.ts').toEqual([]);
  const person = { memberId: 'mem_nobody', siteId: 'app_nowhere', provedEmail: 'nobody@example.org' };
  expect(await readPersonalData(database.db, tables, person)).toEqual({});
});
