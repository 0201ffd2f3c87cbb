import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { root } from './lib/project.mjs';

const library = path.join(root, 'scripts/lib/children.mjs');

/** A command that starts children in their own process groups, as `npm run dev` does, and exits with the first's code. */
async function startCommand(...childCodes: string[]) {
  const code = `
    import { finishedTogether, startChild } from ${JSON.stringify(library)};
    const options = { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true };
    const start = (code) => startChild(process.execPath, ['--eval', code], options);
    process.exit(await finishedTogether(${JSON.stringify(childCodes)}.map(start)));`;
  const command = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const heard: string[] = [];
  command.stdout.setEncoding('utf8').on('data', (text: string) => heard.push(...text.trim().split('\n')));
  await once(command.stdout, 'data');
  return { command, heard };
}

/** Prints each signal, and exits with 7 a moment later. */
const politeChild = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    console.log(signal);
    setTimeout(() => process.exit(7), 300);
  });
  process.on('disconnect', () => { console.log('alone'); process.exit(0); });
  console.log('up');`;

/** Exits at the first signal, as Vite does. */
const quickChild = `
  process.on('SIGINT', () => process.exit(0));
  setInterval(() => undefined, 1_000);
  console.log('up');`;

const ended = async (command: ChildProcess) => (await once(command, 'close')) as [number | null, string | null];

test('a signal reaches the child, and the child decides the exit code', async () => {
  const { command, heard } = await startCommand(politeChild);
  command.kill('SIGTERM');
  expect(await ended(command)).toEqual([7, null]);
  expect(heard).toEqual(['up', 'SIGTERM']);
});

test('duplicate signals of one Ctrl-C reach the child once', async () => {
  const { command, heard } = await startCommand(politeChild);
  command.kill('SIGINT');
  command.kill('SIGTERM');
  await ended(command);
  expect(heard).toHaveLength(2);
});

test('Ctrl-C reaches a child once, although another child ends before it', async () => {
  const { command, heard } = await startCommand(politeChild, quickChild);
  await vi.waitUntil(() => heard.filter((line) => line === 'up').length === 2, 60_000);
  command.kill('SIGINT');
  expect(await ended(command)).toEqual([0, null]);
  expect(heard).toEqual(['up', 'up', 'SIGINT']);
});

test('a child that ends by itself stops the others', async () => {
  const { command, heard } = await startCommand(politeChild, 'console.log(process.pid); setInterval(() => {}, 1_000);');
  await vi.waitUntil(() => heard.length === 2, 60_000);
  process.kill(Number(heard.find((line) => line !== 'up')), 'SIGKILL');
  expect(await ended(command)).toEqual([137, null]);
  expect(heard).toContain('SIGTERM');
});

test('a child learns that the command was killed', async () => {
  const { command, heard } = await startCommand(politeChild);
  command.kill('SIGKILL');
  await ended(command);
  expect(heard).toEqual(['up', 'alone']);
});

test('a child that is killed makes the exit code a shell would show', async () => {
  const { command } = await startCommand(
    "console.log('up'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50);",
  );
  expect(await ended(command)).toEqual([137, null]);
});
