import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from './build-server.ts';
import { cacheFolder } from './lib/project.mjs';

const dayMs = 86_400_000;
let folder: string;

/** What an earlier build left, so long ago. */
async function leave(name: string, agoMs: number) {
  const file = path.join(folder, name);
  await writeFile(file, '');
  const time = new Date(Date.now() - agoMs);
  await utimes(file, time, time);
}

beforeAll(async () => {
  await mkdir(cacheFolder, { recursive: true });
  folder = await mkdtemp(path.join(cacheFolder, 'build-server-'));
  await leave('earlier-today.js', dayMs / 2);
  await leave('earlier-yesterday.js', dayMs + 60_000);
  await buildServer(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test('the built server runs from any folder of the project', async () => {
  const env = { PATH: process.env['PATH'], PORT: 'none' };
  const start = promisify(execFile)(process.execPath, [path.join(folder, 'main.js')], { env });
  await expect(start).rejects.toMatchObject({ stderr: expect.stringContaining('PORT must be a port number') });
});

test('files of a build from the last day stay, for a product that still runs from them', async () => {
  const files = await readdir(folder);
  expect(files).toContain('main.js');
  expect(files).toContain('earlier-today.js');
  expect(files).not.toContain('earlier-yesterday.js');
});
