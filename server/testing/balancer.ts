import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Balancer {
  close(): Promise<void>;
}

/**
 * Hands requests to several processes in turn, as a balancer without stickiness does, and says whom it forwards for.
 * A request that may be repeated is: one that only asks, and one that the process it went to did not take.
 *
 * @param port its own
 * @param targets ports of the processes
 */
export async function startBalancer(port: number, targets: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const inTurn = () => {
    const first = turn++ % targets.length;
    return [...targets.slice(first), ...targets.slice(0, first)];
  };
  const server = createServer((asked, answer) => {
    forward(asked, answer, inTurn()).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(asked: IncomingMessage, answer: ServerResponse, ports: readonly number[]): Promise<void> {
  const body = await buffer(asked);
  for (const port of ports)
    try {
      const { status, headers, text } = await ask(port, asked, body);
      answer.writeHead(status, headers).end(text);
      return;
    } catch (error) {
      const isRepeatable = asked.method === 'GET' || (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      if (!isRepeatable) break;
    }
  answer.writeHead(502).end();
}

async function ask(port: number, { method, url, headers, socket }: IncomingMessage, body: Buffer) {
  const forwardedFor = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
  const passed = request({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    headers: { ...headers, 'x-forwarded-for': forwardedFor },
  });
  // Also after its answer has begun, where nobody waits for it any more.
  passed.on('error', () => undefined);
  passed.end(body);
  const [answered] = (await once(passed, 'response')) as [IncomingMessage];
  return { status: answered.statusCode ?? 502, headers: answered.headers, text: await buffer(answered) };
}
