import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOptions, serverVariables } from '../scripts/lib/server-options.mjs';
import { freePort } from '../server/testing/free-port.ts';
import { startProgram } from './program.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'intake-bench-program-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(source: string) {
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, source);
  return startProgram(file, {}, await freePort());
}

test('a measured program runs with the options and variables that production has', async ({ onTestFinished }) => {
  const program = await start(`
    import { createServer } from 'node:http';
    createServer((request, response) => response.end(JSON.stringify([process.execArgv, process.env]))).listen(process.env.PORT);`);
  onTestFinished(program.stop);
  const [options, variables] = await (await fetch(program.url)).json();
  expect(options).toEqual(serverOptions);
  expect(variables).toMatchObject(serverVariables);
});

test('a program that ends before it answers is told with its exit code', async () => {
  await expect(start('process.exit(3)')).rejects.toThrow('stopped with 3 before it answered');
});
