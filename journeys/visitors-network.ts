import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A visitor's network. */
export interface Network {
  /** For a browser, as its proxy. */
  proxy: { server: string; bypass: string };
  /** Refused requests to other machines. */
  refused: string[];
  close(): void;
}

const onThisMachine = ['localhost', '127.0.0.1'];

/**
 * A proxy per visitor: it adds the visitor's address as X-Forwarded-For, so that each has their own rate limits, and
 * refuses other machines. A header added by the browser itself would cause CORS preflights.
 */
export async function openNetwork(visitorsAddress: string): Promise<Network> {
  const refused: string[] = [];
  const server = createServer((request, reply) => {
    const url = request.url ?? '';
    if (!onThisMachine.includes(new URL(url).hostname)) {
      refused.push(url);
      reply.writeHead(403).end();
      return;
    }
    const headers = { ...request.headers, 'x-forwarded-for': visitorsAddress };
    const onward = ask(url, { method: request.method, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('connect', ({ url = '' }, socket) => {
    refused.push(url);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
    refused,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
