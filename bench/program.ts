import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from '../scripts/lib/project.mjs';
import { serverOptions, serverVariables } from '../scripts/lib/server-options.mjs';

/** A running program of a benchmark. */
export interface Program {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a program that listens on PORT, and waits until it answers `/healthz`. Node has the options and
 * variables that the product has in production, for the floor beside it too: the size of the young generation alone
 * changes every ratio. It has the compile cache of `npm start`, too.
 *
 * @param file below `bench/`
 */
export async function startProgram(file: string, variables: Record<string, string>, port: number): Promise<Program> {
  const url = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...serverOptions, fileURLToPath(new URL(file, import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...serverVariables, PATH, HOME, PORT: String(port), NODE_COMPILE_CACHE: compiledFolder, ...variables },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await untilAnswering(`${url}/healthz`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, pid: child.pid!, stop };
}

/** Half a minute: a start takes some seconds on a busy machine. */
const startLimitMs = 30_000;

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + startLimitMs;
  while (performance.now() < deadlineMs) {
    const isThere = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) return;
    if (child.exitCode !== null) throw new Error(`${url} stopped with ${child.exitCode} before it answered.`);
    await sleep(50);
  }
  throw new Error(`${url} did not answer within ${startLimitMs / 1_000} s.`);
}
