import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from './build-server.ts';
import { cacheFolder } from './lib/project.mjs';

let folder: string;

beforeAll(async () => {
  await mkdir(cacheFolder, { recursive: true });
  folder = await mkdtemp(path.join(cacheFolder, 'build-server-'));
  for (const name of ['of-last-build.js', 'of-one-before.js']) await writeFile(path.join(folder, name), '');
  await writeFile(path.join(folder, 'files.json'), JSON.stringify(['of-last-build.js']));
  await buildServer(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test('the built server starts in a folder of its own, and refuses a wrong setting', async () => {
  const env = { PATH: process.env['PATH'], PORT: 'none' };
  const start = promisify(execFile)(process.execPath, [path.join(folder, 'main.js')], { env });
  await expect(start).rejects.toMatchObject({ stderr: expect.stringContaining('PORT must be a port number') });
});

test('files of the build before stay, for a product that runs from them, and earlier ones go', async () => {
  const files = await readdir(folder);
  expect(files).toContain('main.js');
  expect(files).toContain('of-last-build.js');
  expect(files).not.toContain('of-one-before.js');
});

test('they stay where the same is built anew', async () => {
  await buildServer(folder);
  expect(await readdir(folder)).toContain('of-last-build.js');
});
