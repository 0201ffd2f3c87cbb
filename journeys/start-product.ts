import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../server/testing/serve.ts', import.meta.url));
// Far longer than it takes: a busy machine is no fault of the product.
const readyWithinMs = 180_000;

/**
 * Starts the real product on a free port and a database of its own, once for all journeys.
 * Requests may say where they come from, so that each journey has the limits of one visitor.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PORT: String(port), APP_URL: url, LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.0/8,::1' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + readyWithinMs;
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The product did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  process.env.INTAKE_URL = url;
  process.env.INTAKE_DEMO_URL = `http://localhost:${port + 1}`;
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

/**
 * Below the ports that systems hand out by themselves: nobody else takes one between our look and our use. Even, since
 * the demonstration site takes the next.
 */
function freePort(): Promise<number> {
  const port = randomInt(10_000, 16_000) * 2;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
