import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './children.mjs';
import { Problem } from './problem.mjs';
import { nodeModules, root } from './project.mjs';
import { announce } from './progress.mjs';

const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(nodeModules, '.intake-lock');
const npmRecordFile = path.join(nodeModules, '.package-lock.json');

/**
 * Installs the packages of the lock file unless exactly these are installed already.
 *
 * @throws {Problem} with npm's own words when it fails
 */
export async function installPackages() {
  if (isInstalled()) return;
  const done = announce('Installing packages (once, about a minute)…');
  const { code, output } = await npm([
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]);
  if (code !== 0)
    throw new Problem(
      `${output}\nThe packages could not be installed (npm ended with ${code}; its words are above). ` +
        'Check the network and the free disk space, then run the command again.',
    );
  rememberInstall();
  done('Packages installed');
}

function isInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampNow()) return true;
  if (!isWhatTheLockSays()) return false;
  rememberInstall();
  return true;
}

const stampNow = () =>
  `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${process.platform}-${process.arch}\n`;

/** Caches the result of the comparison. The folder may be read-only; then it is compared again next time. */
function rememberInstall() {
  try {
    writeFileSync(stampFile, stampNow());
  } catch {
    return;
  }
}

/** @typedef {{ packages: Record<string, { version: string, optional?: boolean, devOptional?: boolean }> }} Lock */

/** Whether npm's own record of the folder agrees with the lock file, as after a plain `npm ci`. */
function isWhatTheLockSays() {
  if (!existsSync(npmRecordFile)) return false;
  /** @type {Lock} */
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8'));
  /** @type {Lock} */
  const present = JSON.parse(readFileSync(npmRecordFile, 'utf8'));
  const isWanted = Object.entries(present.packages).every(
    ([name, entry]) => wanted.packages[name]?.version === entry.version && existsSync(path.join(root, name)),
  );
  const isComplete = Object.entries(wanted.packages).every(
    ([name, entry]) => name === '' || entry.optional || entry.devOptional || present.packages[name],
  );
  return isWanted && isComplete;
}

/**
 * Runs npm with the machine's Node, because npm is about to replace the folder of the pinned one.
 *
 * @param {string[]} args
 */
export function npm(args) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(nodeModules));
  const env = { ...process.env, PATH: folders.join(path.delimiter), CI: '1' };
  const cli = process.env.npm_execpath ?? '';
  if (!cli.endsWith('npm-cli.js')) return runQuietly('npm', args, { env });
  const node = process.execPath.startsWith(nodeModules) ? 'node' : process.execPath;
  return runQuietly(node, [cli, ...args], { env });
}
