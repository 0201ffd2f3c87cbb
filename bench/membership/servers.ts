import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../../server/platform/database/embedded.ts';

export interface Servers {
  databaseUrl: string;
  productUrl: string;
  bareUrl: string;
  stop(): Promise<void>;
}

const programs = {
  product: fileURLToPath(new URL('../../server/main.ts', import.meta.url)),
  bare: fileURLToPath(new URL('./bare-server.ts', import.meta.url)),
};
const ports = { product: 28_310, bare: 28_312 };

/** The product and its floor, a process each, on one database that keeps what it acknowledges. */
export async function startServers(): Promise<Servers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-bench-'));
  // As root the database runs under another account, which must be able to enter.
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ directory: path.join(folder, 'postgres') });
  const start = async (name: keyof typeof programs) => {
    const url = `http://127.0.0.1:${ports[name]}`;
    const child = spawn(process.execPath, [programs[name]], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATABASE_URL: database.ownerUrl,
        DATA_DIR: folder,
        PORT: String(ports[name]),
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '127.0.0.0/8',
      },
    });
    await untilAnswering(`${url}/healthz`);
    const stop = async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
    return { url, stop };
  };
  const product = await start('product');
  const bare = await start('bare');
  return {
    databaseUrl: database.ownerUrl,
    productUrl: product.url,
    bareUrl: bare.url,
    async stop() {
      await Promise.all([product.stop(), bare.stop()]);
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isThere = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer within half a minute.`);
}
