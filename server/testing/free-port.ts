import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves, so that no other program takes one between the look and the use.
 * Each worker of a test run has a part of its own.
 */
const [first, perWorker, workers] = [20_000, 3_000, 4];
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % workers;

/** What was given out already: a process takes a while to listen. */
const given = new Set<number>();

/** A port on which nothing listens. */
export function freePort(): Promise<number> {
  const port = first + worker * perWorker + randomInt(perWorker);
  if (given.has(port)) return freePort();
  given.add(port);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
