import { afterEach, expect, test, vi } from 'vitest';
import { databaseIsSilent } from '../start-failure.ts';
import { createTestDatabase } from './database.ts';
import { startProcess } from './process.ts';
import { freePort } from './product.ts';
import { startTcpLine } from './tcp-line.ts';

afterEach(() => vi.restoreAllMocks());

test('a program whose database is silent is started again, and each start that failed is told', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const url = new URL(database.directUrl);
  const line = await startTcpLine({ host: url.hostname, port: Number(url.port) });
  onTestFinished(() => line.close());
  url.host = `127.0.0.1:${line.port}`;
  await line.cut();
  const told = vi.spyOn(console, 'warn').mockImplementation(() => void line.restore());
  const running = await startProcess({ database: { DATABASE_URL: url.href }, port: await freePort() });
  await running.kill();
  // On a busy machine the next start may find it silent too.
  for (const [index, [words]] of told.mock.calls.entries()) {
    expect(words).toContain(`Start ${index + 1} of`);
    expect(words).toContain(databaseIsSilent);
  }
  expect(told).toHaveBeenCalled();
});

test('a program that fails for another reason is started once, and what it said is told', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const url = new URL(database.directUrl);
  url.pathname = '/nowhere';
  const told = vi.spyOn(console, 'warn');
  const start = startProcess({ database: { DATABASE_URL: url.href }, port: await freePort() });
  await expect(start).rejects.toThrow('the database that DATABASE_URL names does not exist');
  expect(told).not.toHaveBeenCalled();
});
