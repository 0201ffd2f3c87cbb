import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface Program {
  program: string;
  /** Where the log of each start is written. */
  logFolder: string;
}

const product: Program = {
  program: fileURLToPath(new URL('../server/testing/serve.ts', import.meta.url)),
  logFolder: fileURLToPath(new URL('../.cache/results/', import.meta.url)),
};
// A generous timeout, for busy machines.
const readyWithinMs = 180_000;
/** How long a product that did not answer has to take its database away. Milliseconds. */
const endsWithinMs = 20_000;

/** A start that says one of these is made again, as by a supervisor: the machine is busy. Any other fails for good. */
const busyWords = [
  'Intake did not start: the database at DATABASE_URL does not answer.',
  'a start may take 22 s in all',
];
const startsMost = 3;

/**
 * Starts the real product on a free port and a database of its own, once for all journeys.
 * Requests may say where they come from, so that each journey has the limits of one visitor.
 */
export default function startProduct(): Promise<() => Promise<void>> {
  return startProgram(product);
}

/** @returns what stops it */
export async function startProgram({ program, logFolder }: Program): Promise<() => Promise<void>> {
  mkdirSync(logFolder, { recursive: true });
  for (let starts = 1; ; starts++) {
    // What the product writes, security events above all, would drown the journeys on the terminal.
    const log = path.join(logFolder, `journeys-product${starts === 1 ? '' : `-${starts}`}.log`);
    try {
      return await startOnce(program, log);
    } catch (error) {
      const said = readFileSync(log, 'utf8');
      if (starts === startsMost || !busyWords.some((words) => said.includes(words))) throw error;
      console.warn(`Start ${starts} of ${startsMost} failed: ${String(error)}`);
    }
  }
}

async function startOnce(program: string, logFile: string): Promise<() => Promise<void>> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, PORT: String(port), APP_URL: url, LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.0/8,::1' },
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + readyWithinMs;
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The product did not start. ${lastOf(logFile)}`);
    if (Date.now() > deadline) {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
      await ended;
      clearTimeout(late);
      throw new Error(`The product did not answer in time. ${lastOf(logFile)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  process.env.INTAKE_URL = url;
  process.env.INTAKE_DEMO_URL = `http://localhost:${port + 1}`;
  const takenCodes = mkdtempSync(path.join(tmpdir(), 'intake-codes-'));
  process.env.INTAKE_TAKEN_CODES = takenCodes;
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(takenCodes, { recursive: true });
  };
}

const lastOf = (log: string) => `The end of ${log}:\n${readFileSync(log, 'utf8').slice(-2_000)}`;

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

/**
 * Finds a port below the ephemeral range, so that no other program gets it between check and use (TOCTOU). Even, since
 * the demonstration site takes the next.
 */
function freePort(): Promise<number> {
  const port = randomInt(10_000, 16_000) * 2;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
