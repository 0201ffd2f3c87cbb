import { buildProduct } from './lib/build.mjs';
import { finished, startChild, stopWithNpm } from './lib/children.mjs';
import { installClusterPackages } from './lib/debian.mjs';
import { installPackages } from './lib/install.mjs';
import { findNode } from './lib/node.mjs';
import { readOptions } from './lib/options.mjs';
import { runMain } from './lib/problem.mjs';

const help = `npm run cluster

Runs the product as a cluster on this machine, from the files of deploy/: two processes behind HAProxy, PgBouncer, and two
PostgreSQL under Patroni and etcd, each on a loopback address of its own. As root on Debian it installs what is missing.
Data is thrown away when it stops. Ctrl-C stops it.

Environment:
  PORT   the port of the proxy, the next one is for TLS: 4000

docs/production.md leads from here to machines of your own.`;

/** @returns {Promise<number>} the exit code */
async function runCluster() {
  if (readOptions('npm run cluster').help) {
    console.log(help);
    return 0;
  }
  stopWithNpm();
  await installPackages();
  await installClusterPackages();
  await buildProduct();
  return finished(startChild(findNode(), ['scripts/cluster/run.ts'], { detached: true }));
}

await runMain(runCluster);
