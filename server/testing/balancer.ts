import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Balancer {
  close(): Promise<void>;
}

/**
 * Hands requests to several processes in turn, as a balancer without stickiness does, and says whom it forwards for.
 *
 * @param port its own
 * @param targets ports of the processes
 */
export async function startBalancer(port: number, targets: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer((asked, answer) => forward(asked, answer, targets[turn++ % targets.length]!));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers, socket } = asked;
  const forwardedFor = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
  const passed = request(
    { host: '127.0.0.1', port, method, path: url, headers: { ...headers, 'x-forwarded-for': forwardedFor } },
    (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    },
  );
  passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  asked.pipe(passed);
}
