import { readFile, stat } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { buildFolder, spawnProduct, untilReady } from './testing/process.ts';

test('in development security events stand in a file that the banner names, and not on the terminal', async ({
  onTestFinished,
}) => {
  const folder = await buildFolder(onTestFinished);
  const database = await createTestDatabase();
  const port = await freePort();
  const { child, exited, output } = spawnProduct({
    ...database.variables,
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SECURITY_LOG: '',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await database.drop();
  });
  await untilReady(child, port);
  const { status } = await fetch(`http://127.0.0.1:${port}/admin/members`);
  expect(status).toBe(401);
  const file = `${folder}/security.log`;
  expect(await readFile(file, 'utf8')).toMatch(
    /^\{"level":"warn",.*"kind":"security","event":"secret-key","outcome":"wrong"/,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await vi.waitFor(() => expect(output()).toContain('Ctrl-C stops it.'), 60_000);
  expect(output()).toContain(`Security   ${file} `);
  expect(output()).not.toContain('"kind":"security"');
});

test('the program does not start without a place for security events', async () => {
  const { exited, output } = spawnProduct({ SECURITY_LOG: '/' });
  expect(await exited).toBe(1);
  expect(output()).toBe(
    'Intake did not start: security events cannot be written to / (EISDIR). SECURITY_LOG names another file, or "stdout".\n',
  );
});
