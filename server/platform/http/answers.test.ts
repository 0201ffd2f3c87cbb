import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoServer, type DemoServer } from '../../testing/demo-server.ts';
import { sendRaw } from '../../testing/raw-request.ts';
import { createLog } from '../log.ts';
import { createHttpServer } from './server.ts';

let demo: DemoServer;
beforeAll(async () => {
  demo = await startDemoServer();
});
afterAll(() => demo.stop());
const ask: DemoServer['ask'] = (path, init) => demo.ask(path, init);

describe('an error', () => {
  test.for(['/fault', '/half-way', '/nothing-thrown'])(
    'of ours at %s shows a code and an id, and no inner text',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(500);
      const requestId = answer.headers.get('x-request-id');
      expect(answer.error).toEqual({ code: 'unknown-error', message: expect.any(String), requestId });
      expect(answer.text).not.toContain('swordfish');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(demo.logged()).toContain(requestId);
    },
  );

  test('of a library with a status of its own shows no inner text either', async () => {
    const answer = await ask('/fault-4xx');
    expect({ status: answer.status, error: answer.error }).toEqual({
      status: 400,
      error: { code: 'invalid-request', message: expect.not.stringContaining('swordfish') },
    });
  });

  test('of the database is a 503 that says when to come again', async () => {
    const answer = await ask('/lost');
    expect({ status: answer.status, again: answer.headers.get('retry-after') }).toEqual({ status: 503, again: '1' });
    expect(answer.text).not.toContain('swordfish');
  });

  test.for(['22021', '22P05'])('of the database about characters it cannot keep, %s, is a 400', async (state) => {
    const answer = await ask(`/state/${state}`);
    expect({ status: answer.status, code: answer.error?.code }).toEqual({ status: 400, code: 'invalid-request' });
    expect(answer.text).not.toContain('swordfish');
  });

  test('in a query that holds NUL is a 400, whether or not a route reads it', async () => {
    for (const path of ['/search?q=a%00', '/search?q=a&other=%00', '/items/1?%00'])
      expect(await ask(path)).toMatchObject({ status: 400, error: { code: 'invalid-request' } });
    expect((await ask('/search?q=%2500')).status).toBe(200);
  });

  test('that is a refusal carries its code, extras and the time to wait', async () => {
    const answer = await ask('/busy');
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.error).toEqual({ code: 'too-many-requests', message: expect.any(String), providerKey: 'local' });
  });
});

describe('every answer', () => {
  const greet = (body: string) =>
    ask('/greet', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const requests: [string, () => Promise<{ headers: { get(name: string): string | null } }>][] = [
    ['a success', () => greet('{"name":"Ana"}')],
    ['a refusal', () => greet('{')],
    ['a body too large', () => greet('a'.repeat(70_000))],
    ['an unknown address', () => ask('/nowhere')],
    ['an address with broken escapes', () => ask('/items/%zz')],
    ['a method not taken', () => ask('/greet', { method: 'PUT' })],
    ['OPTIONS', () => ask('/greet', { method: 'OPTIONS' })],
    ['a fault of ours', () => ask('/fault')],
    ['headers too large', () => fromRaw(['GET / HTTP/1.1', 'Host: x', `X-Long: ${'a'.repeat(20_000)}`, ''])],
    ['a request that is none', () => fromRaw(['BREW /coffee', ''])],
  ];
  const fromRaw = async (lines: string[]) => {
    const { headers } = await sendRaw(demo.port, lines);
    return { headers: new Headers(headers) };
  };

  test.for(requests)('carries the protecting headers: %s', async ([, request]) => {
    const { headers } = await request();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('carries an id of its own, never one that was sent', async () => {
    const [first, second] = await Promise.all([
      ask('/nowhere', { headers: { 'x-request-id': 'mine' } }),
      ask('/nowhere'),
    ]);
    expect(first.headers.get('x-request-id')).toMatch(/^req_\w{24}$/);
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });

  test.for([
    ['https://intake.example', 'max-age=31536000; includeSubDomains'],
    ['http://localhost:4000', null],
  ])('of a server at %s has the transport policy %s', async ([appUrl, policy]) => {
    const server = createHttpServer({ log: createLog('silent'), trustedProxies: [], appUrl: appUrl! });
    const answer = await server.inject('/nowhere');
    expect(answer.headers['strict-transport-security'] ?? null).toBe(policy);
  });
});
