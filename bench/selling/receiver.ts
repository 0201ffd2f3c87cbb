import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site's server that is told of events; it answers at once. */
export interface Receiver {
  url: string;
  /** Waits for so many calls from now on. @returns how many a second came, from the first to the last */
  expect(count: number): Promise<number>;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  let onCall = () => {};
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end('{}');
      onCall();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    expect: (count) =>
      new Promise((resolve) => {
        let [calls, firstMs] = [0, 0];
        onCall = () => {
          if (++calls === 1) firstMs = performance.now();
          if (calls === count) resolve(((count - 1) / (performance.now() - firstMs)) * 1_000);
        };
      }),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
