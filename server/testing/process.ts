import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { databaseIsSilent } from '../start-failure.ts';
import { startIsTooLong } from '../startup.ts';
import { ask } from './ask.ts';

/** The built server and its compile cache, both of `npm start`, which has options of Node besides. */
export const builtServer = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const compiled = fileURLToPath(new URL('../../.cache/compiled-server', import.meta.url));
/** A build writes it last, and a failed one takes it away (`scripts/lib/build.mjs`). */
const buildStamp = new URL('../../dist/server/built-from.sha256', import.meta.url);

/** @throws Error after a failed build, which leaves an earlier server */
export function requireBuilt(): void {
  if (!existsSync(buildStamp)) throw new Error('The server is not built: npm run build says why.');
}

/** What a program of ours needs in its environment to run, and the cache of compiled modules that spares half of a start. */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: compiled };
}

export interface SpawnedProduct {
  child: ChildProcess;
  /** Everything it said so far, on both outputs. */
  output(): string;
  /** Its exit code, once it has ended. */
  exited: Promise<number | null>;
}

/**
 * Starts the real program, in an environment of its own.
 *
 * @throws Error after a failed build
 * @param variables all that its environment holds, besides what a program needs to run
 * @param channel whether it has a channel to us, as it has to the command that starts it
 * @param words its arguments
 */
export function spawnProduct(
  variables: Record<string, string>,
  { channel = false, words = [] as readonly string[] } = {},
): SpawnedProduct {
  requireBuilt();
  const child = spawn(process.execPath, [builtServer, ...words], {
    stdio: ['ignore', 'pipe', 'pipe', ...(channel ? (['ipc'] as const) : [])],
    env: { ...programEnvironment(), LOG_LEVEL: 'silent', SECURITY_LOG: '/dev/null', ...variables },
  });
  let output = '';
  const outputs = [child.stdout!, child.stderr!];
  for (const stream of outputs) stream.on('data', (text) => (output += String(text)));
  // Not 'close': that never comes to a program whose channel was closed by us.
  const ends = [once(child, 'exit'), ...outputs.map((stream) => finished(stream))];
  return { child, output: () => output, exited: Promise.all(ends).then(() => child.exitCode) };
}

export interface ProductProcess {
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Ends it in order. Returns its exit code. */
  stop(): Promise<number | null>;
}

interface ProcessOptions {
  /** The variables that name its database. */
  database: Record<string, string>;
  port: number;
  /** The address people use, where it is not the process's own. */
  appUrl?: string;
  /** More of its environment. */
  variables?: Record<string, string>;
}

/** How often a supervisor would start the program again while a busy machine is too slow for it. */
const startsMost = 5;
/** Parts of what the program says then. */
const passingFaults = [databaseIsSilent, startIsTooLong];

/**
 * The product as a process of its own, ready to answer. Started again where the machine was too slow.
 *
 * @throws Error with everything the process said; it has ended then
 */
export async function startProcess(options: ProcessOptions): Promise<ProductProcess> {
  for (let started = 1; ; started++) {
    try {
      return await startOnce(options);
    } catch (error) {
      const { message } = error as Error;
      if (started === startsMost || !passingFaults.some((fault) => message.includes(fault))) throw error;
      console.warn(`Start ${started} of ${startsMost} failed. ${message}`);
    }
  }
}

async function startOnce({ database, port, appUrl, variables }: ProcessOptions): Promise<ProductProcess> {
  const { child, output, exited } = spawnProduct({
    ...database,
    PORT: String(port),
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...(appUrl !== undefined && { APP_URL: appUrl }),
    ...variables,
  });
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    return exited;
  };
  await untilReady(child, port).catch(async (error: unknown) => {
    // What it said is whole once it has ended, and one that is only late must not answer beside the next.
    await end('SIGKILL');
    throw new Error(`The product did not start. It said:\n${output()}`, { cause: error });
  });
  return { kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}

/** @throws Error when it ends or takes far longer than it should */
export async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  const isReady = () =>
    ask(`http://127.0.0.1:${port}/readyz`, { method: 'GET', headers: {} }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('it is not ready');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether a process runs. One that has ended and was not fetched by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return true;
  }
}

/** A folder for one test's data, which the account of the embedded database may enter. */
export async function buildFolder(onTestFinished: (remove: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-process-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
