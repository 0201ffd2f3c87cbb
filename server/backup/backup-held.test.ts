import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrations } from '../migrations/all.ts';
import { runCommand } from '../platform/commands.ts';
import { createDatabase, createPool, endPool } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { backupCommands } from './backup-commands.ts';

let folder: string;
const start = () => startEmbeddedPostgres({ directory: path.join(folder, 'data', 'postgres') });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-backup-held-'));
  await chmod(folder, 0o755);
  vi.stubEnv('DATA_DIR', path.join(folder, 'data'));
  vi.stubEnv('DATABASE_URL', undefined);
  const pool = createPool({ url: (await start()).ownerUrl, maxConnections: 1, patient: true });
  await migrate(createDatabase(pool), migrations);
  await endPool(pool);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await (await start()).stop();
  await rm(folder, { recursive: true, force: true });
});

/** Types `backup`; the server is not stopped at its end. */
const backUp = (into: string) => {
  const startExisting = async () => ({ ...(await start()), stop: () => Promise.resolve() });
  const group = backupCommands({ folder, print: () => undefined, startExisting });
  return runCommand([group], ['backup', '--to', into], () => Promise.reject(new Error('It stands alone.')));
};

test('a backup goes on while another process ends that has used the database', async () => {
  const other = await start();
  const taken = backUp('held').then(String, String);
  while ((await readdir(path.join(folder, 'held')).catch(() => [])).length === 0) await sleep(2);
  await other.stop();
  expect(await taken).toContain('The database with');
  expect(await readdir(path.join(folder, 'held'))).toEqual([expect.stringMatching(/^intake-backup-\w+$/)]);
});

test('a backup that cannot be put into the security log is told beside that', async () => {
  // This database has no queue, by which the product hears of commands.
  const said = await backUp('unlogged');
  expect(said).toMatch(/The database with[^]+The backup is whole, but the security log does not have it: .*graphile/);
});
