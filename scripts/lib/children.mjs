import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './project.mjs';

/** Starts child processes and leaves no orphans: signals are forwarded to them. */

/** @typedef {import('node:child_process').ChildProcess} Child */

/** @type {Set<Child>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;
let stoppedAtMs = 0;

// Ctrl-C signals the whole process group, and npm forwards it as well: up to three signals for one key press.
const sameWishMs = 500;

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  const sameWish = stoppedBy !== undefined && performance.now() - stoppedAtMs < sameWishMs;
  if (sameWish) return;
  stoppedBy = signal;
  stoppedAtMs = performance.now();
  if (running.size === 0) process.exit(exitCodeOf(null, signal));
  for (const child of running) child.kill(signal);
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop(signal));

/** Ends this command when its parent npm was killed without forwarding a signal. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && stop('SIGTERM'), 1_000).unref();
}

/** @returns {boolean} whether a signal asked this command to stop */
export const isStopping = () => stoppedBy !== undefined;

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns the exit code a shell would report
 */
const exitCodeOf = (code, signal) => code ?? 128 + os.constants.signals[signal ?? 'SIGKILL'];

/**
 * Starts a program in the project's folder.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options standard input is ignored by default
 * @returns {Child}
 */
export function startChild(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  running.add(child);
  return child;
}

/**
 * @param {Child} child
 * @returns {Promise<number>} its exit code; 127 when it could not be started
 */
export function finished(child) {
  return new Promise((resolve) => {
    child.once('error', () => {
      running.delete(child);
      resolve(127);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(exitCodeOf(code, signal));
    });
  });
}

/**
 * Waits for the first of several children to end, and stops the others. If a signal stopped us they have it already: a
 * second one would make the server exit at once, without stopping its PostgreSQL.
 *
 * @param {readonly Child[]} children
 * @returns {Promise<number>} the exit code of the first
 */
export async function finishedTogether(children) {
  const ends = children.map(finished);
  const code = await Promise.race(ends);
  if (!isStopping()) for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  return code;
}

/**
 * Runs a program and captures its output. If a signal stopped us meanwhile, exits after the program.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly(command, args, options = {}) {
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  const code = await finished(child);
  if (stoppedBy) process.exit(exitCodeOf(null, stoppedBy));
  return { code, output };
}
