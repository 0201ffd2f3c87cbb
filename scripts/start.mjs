import path from 'node:path';
import { buildPages } from './lib/build.mjs';
import { finished, startChild, stopWithNpm } from './lib/children.mjs';
import { describeEnvironment } from './lib/environment.mjs';
import { installPackages } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { readOptions } from './lib/options.mjs';
import { cacheFolder } from './lib/project.mjs';
import { runMain } from './lib/problem.mjs';

const help = `npm start

Runs the product. What is missing is set up first: packages, pages, database, demonstration data.
It asks nothing, and prints its addresses and the demonstration accounts when it is ready. Ctrl-C stops it.

Environment, all optional, and what holds while a variable is unset:
${describeEnvironment()}

Example:
  PORT=8080 npm start`;

/** Where Node keeps the server's code as it compiled it: the next start, after a crash say, is a second shorter. */
const compiled = path.join(cacheFolder, 'compiled-server');

/** @returns {Promise<number>} the server's exit code */
async function start() {
  if (readOptions('npm start').help) {
    console.log(help);
    return 0;
  }
  stopWithNpm();
  await installPackages();
  await buildPages();
  // A group of its own: Ctrl-C reaches the server once, through us. The channel tells it when we are gone.
  const server = startChild(findNode(), ['server/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, INTAKE_PARENT: 'ipc' },
    detached: true,
  });
  return finished(server);
}

await runMain(start);
