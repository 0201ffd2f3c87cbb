import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorIn, startDemoServer, type DemoServer } from '../../testing/demo-server.ts';
import { sendRaw } from '../../testing/raw-request.ts';

let demo: DemoServer;
beforeAll(async () => {
  demo = await startDemoServer();
});
afterAll(() => demo.stop());

describe('a connection', () => {
  const get = ['GET /search?q=a HTTP/1.1', 'Host: x'];

  test('with headers of more than 16 KB is answered 431', async () => {
    const { status, body } = await sendRaw(demo.port, [...get, `X-Long: ${'a'.repeat(17_000)}`, '']);
    expect({ status, code: errorIn(body)?.code }).toEqual({ status: 431, code: 'headers-too-large' });
  });

  test.for([
    [
      'both lengths',
      ['POST /greet HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', ''],
    ],
    ['two lengths', ['POST /greet HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Content-Length: 6', '']],
    ['a header without a name', [...get, ': a', '']],
    ['a folded header', [...get, 'X-A: a', ' b', '']],
    ['a space before the colon', [...get, 'Transfer-Encoding : chunked', '']],
    ['no protocol', ['GET /search', '']],
  ])('with %s is answered 400 in our words and ended', async ([, lines]) => {
    const { status, body } = await sendRaw(demo.port, lines as string[]);
    expect({ status, code: errorIn(body)?.code }).toEqual({ status: 400, code: 'invalid-request' });
  });

  // Node would answer these itself, with no header of ours.
  const close = ['Connection: close', ''];
  test.for([
    ['no host', 400, ['GET /search?q=a HTTP/1.1', ...close]],
    ['two hosts', 400, [...get, 'Host: y', ...close]],
    ['no host, from a client of HTTP/1.0', 200, ['GET /search?q=a HTTP/1.0', ...close]],
    ['an expectation nobody knows', 200, [...get, 'Expect: the unknown', ...close]],
  ] as const)('with %s is answered %i, with the protecting headers', async ([, expected, lines]) => {
    const { status, headers, body } = await sendRaw(demo.port, lines);
    expect({ status, code: errorIn(body)?.code }).toEqual({
      status: expected,
      code: expected === 400 ? 'invalid-request' : undefined,
    });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) });
  });

  test('that brings its headers too slowly is cut off', async () => {
    const { status, body } = await sendRaw(demo.port, get);
    expect({ status, code: errorIn(body)?.code }).toEqual({ status: 408, code: 'request-timeout' });
  });

  test('is answered at once beside a thousand slow ones', async () => {
    const slow = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const socket = connect(demo.port, '127.0.0.1');
        socket.on('error', () => undefined).write(`${get.join('\r\n')}\r\n`);
        await once(socket, 'connect');
        return socket;
      }),
    );
    expect((await demo.ask('/search?q=a')).status).toBe(200);
    // None of them had to end first.
    expect(slow.filter(({ closed }) => closed)).toEqual([]);
    for (const socket of slow) socket.destroy();
  });

  test('may be slow or idle for so long and no longer', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = demo.app.server;
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxConnections }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      maxConnections: 2_000,
    });
  });
});
