import { buildProduct } from './lib/build.mjs';
import { finished, startChild, stopWithNpm } from './lib/children.mjs';
import { describeEnvironment, usualStudents } from './lib/environment.mjs';
import { installPackages } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { readOptions } from './lib/options.mjs';
import { builtServer, compiledFolder } from './lib/project.mjs';
import { runMain } from './lib/problem.mjs';
import { serverOptions, serverVariables } from './lib/server-options.mjs';

const help = `npm start

Runs the product. What is missing is set up first: packages, pages, server, database, demonstration data.
It asks nothing, and prints its addresses and the demonstration accounts when it is ready. Ctrl-C stops it.

Environment, all optional, and what holds while a variable is unset:
${describeEnvironment()}

Example:
  PORT=8080 npm start`;

/** @returns {Promise<number>} the server's exit code */
async function start() {
  if (readOptions('npm start').help) {
    console.log(help);
    return 0;
  }
  stopWithNpm();
  await installPackages();
  await buildProduct();
  // Its own process group, so that Ctrl-C reaches the server once, through us. The IPC channel closes when we die.
  const server = startChild(findNode(), [...serverOptions, builtServer], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...serverVariables,
      NODE_COMPILE_CACHE: compiledFolder,
      DEMO_STUDENTS: usualStudents,
      ...process.env,
      INTAKE_PARENT: 'ipc',
    },
    detached: true,
  });
  return finished(server);
}

await runMain(start);
