import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createPool, endPool } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { NoPrimary } from './platform/database/primary.ts';
import { describeFailedStart } from './start-failure.ts';
import { startBucketServer } from './testing/bucket-server.ts';
import { createTestDatabase, withDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { buildFolder, spawnProduct, untilReady } from './testing/process.ts';
import { productionVariables } from './testing/production.ts';
import { startTcpLine } from './testing/tcp-line.ts';

const isOneSentence = (output: string) => {
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(/^Intake did not start: .+[.?]$/m);
};

describe('the program does not start', () => {
  test('with a wrong environment, and names every fault', async () => {
    const { exited, output } = spawnProduct({ PORT: '99999', LOG_LEVEL: 'hunter2', DATABASE_URL: 'mysql://hunter2' });
    expect(await exited).toBe(1);
    expect(output()).toContain('The environment is not usable:');
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL'])
      expect(output()).toMatch(new RegExp(`^ {2}- ${name} `, 'm'));
    expect(output()).not.toContain('hunter2');
  });

  test.for(['--help', '--port=4100', 'start'])('with %s, which it does not know', async (word, { onTestFinished }) => {
    const folder = await buildFolder(onTestFinished);
    const environment = { PORT: String(await freePort()), DATA_DIR: `${folder}/data` };
    const { exited, output } = spawnProduct(environment, { words: [word] });
    expect(await exited).toBe(1);
    expect(output()).toBe(
      'Intake did not start: it takes no arguments. "npm start -- --help" tells what sets it up.\n',
    );
    expect(existsSync(`${folder}/data`)).toBe(false);
  });

  test('in production with nothing set', async ({ onTestFinished }) => {
    const folder = await buildFolder(onTestFinished);
    const { exited, output } = spawnProduct({ NODE_ENV: 'production', DATA_DIR: `${folder}/data` });
    expect(await exited).toBe(1);
    expect(output()).toContain('INTAKE_SECRETS is missing in production');
    expect(existsSync(`${folder}/data`)).toBe(false);
  });

  const unsafe: [string, Record<string, string>, string][] = [
    [
      'at a public address outside production',
      { NODE_ENV: '', APP_URL: 'https://intake.example' },
      'APP_URL leads to another machine although NODE_ENV is not production',
    ],
    [
      'in production with a database elsewhere that shows no certificate',
      { DATABASE_URL: 'postgres://intake@db.example/intake', INTAKE_ALLOW_PLAIN: '' },
      'DATABASE_URL goes to another machine, whose certificate is not verified: add ?sslmode=verify-full',
    ],
    [
      'in production with a secret that is easy to guess',
      { INTAKE_SECRETS: 'a'.repeat(32) },
      'INTAKE_SECRETS begins with a secret that is a pattern that repeats: make one with: openssl rand -hex 32',
    ],
    [
      'in production with a secret in a file that is not there',
      { INTAKE_SECRETS: '', INTAKE_SECRETS_FILE: '/nowhere/hunter2' },
      'INTAKE_SECRETS_FILE names a file that cannot be read: it is not there',
    ],
  ];
  test.for(unsafe)('%s, and says which variable to set', async ([, wrong, said]) => {
    const databaseUrl = withDatabase(process.env['INTAKE_TEST_SERVER']!, 'intake_never');
    const variables = productionVariables({
      database: { DATABASE_URL: databaseUrl },
      port: await freePort(),
      smtpPort: 1,
    });
    const { exited, output } = spawnProduct({ ...variables, ...wrong });
    expect(await exited).toBe(1);
    expect(output()).toContain(`  - ${said}`);
    expect(output()).not.toContain('hunter2');
  });

  test('on a port that is taken, says so in a sentence and leaves nothing running', async ({ onTestFinished }) => {
    const folder = await buildFolder(onTestFinished);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const { exited, output } = spawnProduct({ PORT: String(port), DATA_DIR: folder });
    expect(await exited).toBe(1);
    expect(output()).toContain(`port ${port} is taken by another program. Set PORT to a free one`);
    expect(existsSync(`${folder}/postgres/PG_VERSION`)).toBe(true);
    expect(existsSync(`${folder}/postgres/postmaster.pid`)).toBe(false);
  });

  test.for<[string, (url: URL) => void, string]>([
    ['that is away', (url) => (url.port = '1'), 'the database at DATABASE_URL does not answer'],
    ['whose name nobody knows', (url) => (url.hostname = 'db.invalid'), 'the database at DATABASE_URL does not answer'],
    [
      'that refuses the account',
      (url) => Object.assign(url, { username: 'nobody_here', password: 'hunter2' }),
      'the database refuses the account',
    ],
    ['that does not exist', (url) => (url.pathname = '/nowhere'), 'does not exist'],
  ])('on a database %s, and says so in a sentence', async ([, change, said]) => {
    const url = new URL(withDatabase(process.env['INTAKE_TEST_SERVER']!, 'intake_never'));
    change(url);
    const { exited, output } = spawnProduct({ DATABASE_URL: url.href, PORT: String(await freePort()) });
    expect(await exited).toBe(1);
    isOneSentence(output());
    expect(output()).toContain(said);
    expect(output()).not.toContain('hunter2');
  });

  test('on a bucket whose key may not list, and says which right is missing', async ({ onTestFinished }) => {
    const [bucket, database] = await Promise.all([startBucketServer(), createTestDatabase()]);
    onTestFinished(async () => {
      await bucket.stop();
      await database.drop();
    });
    bucket.denied.add('list');
    const variables = { ...database.variables, FILES_URL: bucket.filesUrl, PORT: String(await freePort()) };
    const { child, exited, output } = spawnProduct(variables);
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await exited).toBe(1);
    expect(output()).toContain('Intake did not start: the key in FILES_URL may not list in its bucket');
  });
});

test('in an empty folder the program makes a database, and runs under an account that may not change its schema', async ({
  onTestFinished,
}) => {
  const folder = await buildFolder(onTestFinished);
  const [port, demoPort] = [await freePort(), await freePort()];
  const { child, exited } = spawnProduct({ PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder });
  await untilReady(child, port);
  const embedded = await startEmbeddedPostgres({ directory: `${folder}/postgres` });
  const pool = createPool({ url: embedded.ownerUrl, applicationName: 'a look from outside' });
  onTestFinished(async () => {
    await endPool(pool);
    child.kill('SIGTERM');
    await exited;
  });
  const accounts = `select distinct usename, has_schema_privilege(usename, 'public', 'create') as creates
    from pg_stat_activity where datname = current_database() and application_name like 'intake%'`;
  // The owner's connections, which brought the tables up to date, end at the database a moment after we closed them.
  await expect
    .poll(async () => (await pool.query(accounts)).rows)
    .toEqual([{ usename: 'intake_product', creates: false }]);
});

describe('an unusable data folder is reported, and no fallback is used:', () => {
  test.for([
    ['a file', (folder: string) => `${folder}/file`, 'is a file, and DATA_DIR must be a folder'],
    ['below a file', (folder: string) => `${folder}/file/data`, 'is a file, and DATA_DIR must be a folder'],
    ['where the system has no folders', () => '/proc/nope', '/proc/nope cannot be made'],
  ] as const)('%s', async ([, place, said], { onTestFinished }) => {
    const folder = await buildFolder(onTestFinished);
    await writeFile(`${folder}/file`, 'no folder');
    const { exited, output } = spawnProduct({ DATA_DIR: place(folder), PORT: String(await freePort()) });
    expect(await exited).toBe(1);
    isOneSentence(output().replaceAll('. Set', ', set'));
    expect(output()).toContain(said);
  });

  test.for([
    ['listen', undefined, 'may not listen on that port'],
    ['mkdir', '/var/data', 'may not write to /var/data'],
  ] as const)('the system’s EACCES of %s is told for what it is', ([syscall, path, said]) => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall, ...(path && { path }) });
    expect(describeFailedStart(error)).toContain(said);
  });

  test('a failover is told to workers too, whose errors have it as their cause', () => {
    const said = describeFailedStart(new Error('no connection', { cause: new NoPrimary() }));
    expect(said).toContain('a standby may be about to take over');
  });
});

test('a demonstration site whose port is taken is told in a sentence, and everything else goes on', async ({
  onTestFinished,
}) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port: taken } = other.address() as { port: number };
  const database = await createTestDatabase();
  const port = await freePort();
  const environment = { ...database.variables, PORT: String(port), DEMO_PORT: String(taken), LOG_LEVEL: 'warn' };
  const { child, exited, output } = spawnProduct(environment);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    other.close();
    await database.drop();
  });
  await untilReady(child, port);
  await vi.waitFor(() => expect(output()).toContain('Ctrl-C stops it.'), 60_000);
  expect(output()).toContain(
    `The demonstration site did not start: port ${taken} is taken by another program. DEMO_PORT sets another port.`,
  );
  expect(output()).not.toMatch(/\bat .+:\d+:\d+/);
  expect(output()).toContain(`Intake is ready: http://localhost:${port}/`);
  expect(output()).not.toMatch(/localhost:400[01]/);
  const frontDoor = await (await fetch(`http://localhost:${port}/`)).text();
  expect(frontDoor).toContain('The demonstration site is not running.');
  expect(frontDoor).not.toContain(`localhost:${taken}`);
});

test('a version does not start on the database of a newer one, and says what to do', async ({ onTestFinished }) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await database.pool.query(
    `insert into kysely_migration values ('9001-rooms', now()::text), ('9002-keys', now()::text)`,
  );
  const { exited, output } = spawnProduct({ ...database.variables, PORT: String(await freePort()) });
  expect(await exited).toBe(1);
  isOneSentence(output());
  expect(output()).toContain('this database belongs to a newer Intake: it has been through 9001-rooms, 9002-keys');
  expect(output()).toContain('Start the newer version, or restore a backup from before it.');
});

test('a start waits neither for the mail server nor for the bucket of files', async ({ onTestFinished }) => {
  const away = await startTcpLine({ host: '127.0.0.1', port: 1 });
  away.jam();
  onTestFinished(() => away.close());
  const database = await createTestDatabase();
  const port = await freePort();
  const { child, exited } = spawnProduct({
    ...database.variables,
    PORT: String(port),
    DEMO_PORT: String(await freePort()),
    SMTP_URL: `smtp://127.0.0.1:${away.port}`,
    FILES_URL: `http://key:secret@127.0.0.1:${away.port}/pictures`,
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await database.drop();
  });
  await untilReady(child, port);
  expect(child.exitCode).toBeNull();
});
