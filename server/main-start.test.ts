import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { withDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { buildFolder, spawnProduct } from './testing/process.ts';

describe('the program does not start', { timeout: 60_000 }, () => {
  const isOneSentence = (output: string) => {
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toMatch(/^Intake did not start: .+[.?]$/m);
  };

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

  test('on a port that is taken, says so in a sentence and leaves nothing running', async ({ onTestFinished }) => {
    const folder = await buildFolder(onTestFinished);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const { exited, output } = spawnProduct({ PORT: String(port), DATA_DIR: folder });
    expect(await exited).toBe(1);
    expect(output()).toContain('the port is taken by another program. Set PORT to a free one');
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
});
