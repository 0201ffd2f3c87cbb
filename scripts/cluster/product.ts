import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNode } from '../lib/node.mjs';
import { compiledFolder, root } from '../lib/project.mjs';
import { serverVariables } from '../lib/server-options.mjs';
import { createService, type Service } from './service.ts';
import { commandOf, readVariables } from './templates.ts';

/** One process of the product, or of the bare server that is its baseline. */
export interface ProductProcess {
  url: string;
  service: Service;
  isReady(): Promise<boolean>;
  /** Waits until it is ready to answer. */
  untilReady(): Promise<void>;
  /** Stops it in order and waits until the one that follows is ready, as a release does. */
  restart(): Promise<void>;
}

interface Options {
  folder: string;
  /** The filled deploy/intake.env. */
  environment: string;
  host: string;
  port: number;
}

/** Milliseconds for a start on a busy machine. */
const patienceMs = 90_000;

/** Milliseconds until its code is compiled: the next process must not leave all requests to it before. */
const warmUpMs = 2_000;

/** Runs what deploy/intake@.service runs, and keeps it running. */
export function startProduct(options: Options): ProductProcess {
  return keepRunning(options, readServerWords());
}

/** Runs `bare-server.ts` in place of the product, with the same Node and on the same database. */
export function startBareServer(options: Options): ProductProcess {
  return keepRunning(options, [...readServerWords().slice(0, -1), 'scripts/cluster/bare-server.ts']);
}

/** Options of Node and the file of the product, as the unit has them. */
function readServerWords(): string[] {
  const [, ...words] = commandOf(readFileSync(path.join(root, 'deploy/intake@.service'), 'utf8'));
  return words;
}

function keepRunning({ folder, environment, host, port }: Options, words: readonly string[]): ProductProcess {
  const service = createService({
    name: `intake-${port}`,
    command: [findNode(), ...words],
    folder,
    workingFolder: root,
    environment: {
      ...serverVariables,
      ...readVariables(environment),
      PORT: String(port),
      DEMO_PORT: String(port + 1_000),
      NODE_COMPILE_CACHE: compiledFolder,
    },
    isKept: true,
  });
  service.start();
  const url = `http://${host}:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const untilReady = async () => {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(20)) if (await isReady()) return;
    throw new Error(`${url} is not ready; its log is in ${folder}`);
  };
  return {
    url,
    service,
    isReady,
    untilReady,
    async restart() {
      await service.end('SIGTERM');
      await untilReady();
      await sleep(warmUpMs);
    },
  };
}
