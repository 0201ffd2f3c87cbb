import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/project.mjs';

const library = path.join(root, 'scripts/lib/children.mjs');

/** A command that starts a child in a group of its own, as `npm start` does, and ends with the child's exit code. */
async function startCommand(childCode: string) {
  const code = `
    import { finished, startChild } from ${JSON.stringify(library)};
    const options = { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true };
    process.exit(await finished(startChild(process.execPath, ['--eval', ${JSON.stringify(childCode)}], options)));`;
  const command = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const heard: string[] = [];
  command.stdout.setEncoding('utf8').on('data', (text: string) => heard.push(...text.trim().split('\n')));
  await once(command.stdout, 'data');
  return { command, heard };
}

/** Says each signal it gets, and ends with 7 a moment later. */
const politeChild = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    console.log(signal);
    setTimeout(() => process.exit(7), 300);
  });
  process.on('disconnect', () => { console.log('alone'); process.exit(0); });
  console.log('up');`;

const ended = async (command: ChildProcess) => (await once(command, 'close')) as [number | null, string | null];

test('a signal reaches the child, and the child decides the exit code', async () => {
  const { command, heard } = await startCommand(politeChild);
  command.kill('SIGTERM');
  expect(await ended(command)).toEqual([7, null]);
  expect(heard).toEqual(['up', 'SIGTERM']);
});

test('the same wish sent twice reaches the child once', async () => {
  const { command, heard } = await startCommand(politeChild);
  command.kill('SIGINT');
  command.kill('SIGTERM');
  await ended(command);
  expect(heard).toHaveLength(2);
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
