import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves: nobody else takes one between our look and our use. */
const range = { from: 20_000, below: 32_000 };

/** A port nobody listens on. */
export function freePort(): Promise<number> {
  const port = randomInt(range.from, range.below);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
