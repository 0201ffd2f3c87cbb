import net from 'node:net';
import { buildPages } from './lib/build.mjs';
import { rebuildOnChange } from './lib/rebuild.mjs';
import { finishedTogether, startChild, stopWithNpm } from './lib/children.mjs';
import { describeEnvironment, usualStudents } from './lib/environment.mjs';
import { installPackages } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { readOptions } from './lib/options.mjs';
import { runMain } from './lib/problem.mjs';

const help = `npm run dev

Runs the product and shows every change: the portal's pages reload in place, the server restarts, and console, widget and
documentation are built anew for the next reload. One address, http://localhost:$PORT.

Environment, all optional, and what holds while a variable is unset:
${describeEnvironment()}`;

/** Starts Vite on PORT, which serves the pages and proxies everything else to the server. */
async function develop() {
  if (readOptions('npm run dev').help) {
    console.log(help);
    return 0;
  }
  stopWithNpm();
  await installPackages();
  // The widget, the documentation and outlines come from the build even here: after a pull they would be stale.
  await buildPages();
  const port = process.env.PORT || '4000';
  const serverPort = String(await freePort());
  const shared = {
    DEMO_STUDENTS: usualStudents,
    ...process.env,
    APP_URL: process.env.APP_URL || `http://localhost:${port}`,
    DEMO_PORT: process.env.DEMO_PORT || String(Number(port) + 1),
  };
  const children = [
    startInGroup(['--watch', '--watch-preserve-output', 'server/main.ts'], {
      ...shared,
      PORT: serverPort,
      INTAKE_PARENT: 'ipc',
    }),
    startInGroup(['scripts/dev-pages.ts'], { ...shared, PORT: port, INTAKE_SERVER_PORT: serverPort }),
  ];
  const stopBuilding = rebuildOnChange();
  const code = await finishedTogether(children);
  stopBuilding();
  return code;
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
const startInGroup = (args, env) =>
  startChild(findNode(), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env, detached: true });

/** @returns {Promise<number>} an unused port */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

await runMain(develop);
