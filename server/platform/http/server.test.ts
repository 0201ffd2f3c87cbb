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

describe('a query', () => {
  test('with one value is taken', async () => expect((await ask('/search?q=a')).text).toBe('{"q":"a"}'));
  test('with a parameter twice is refused', async () => expect((await ask('/search?q=a&q=b')).status).toBe(400));
  test('with a parameter as an object stays text or is refused', async () =>
    expect((await ask('/search?q[$ne]=a')).status).toBe(400));
  test('with broken escapes does no harm', async () => expect((await ask('/search?q=%E0%A4%A')).status).toBe(200));
});

describe('an address', () => {
  test.for<[string, string, number]>([
    ['nobody knows', '/nowhere', 404],
    ['with a slash too many', '/search/', 404],
    ['in other letters', '/SEARCH', 404],
    ['with broken escapes', '/items/%zz', 400],
    ['with an overlong part', `/items/${'a'.repeat(763)}`, 400],
    ['with a null byte', '/items/%00/x', 404],
    ['that climbs', '/items/..%2f..%2fetc%2fpasswd/x', 404],
    ['of two slashes', '//', 404],
  ])('%s is answered in our words', async ([, path, status]) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.error).toEqual({ code: expect.any(String), message: expect.any(String) });
    expect(answer.text).not.toMatch(/FST_|Route|Bad Request|statusCode|url component/);
  });

  test.for(['GET http://elsewhere.example/search?q=a HTTP/1.1', 'GET * HTTP/1.1', 'GET ?q HTTP/1.1'])(
    'as in "%s" is answered without a fault',
    async (line) => {
      const { status } = await sendRaw(demo.port, [line, 'Host: x', 'Connection: close', '']);
      expect([200, 400, 404]).toContain(status);
    },
  );
});

test('every text says its charset, whoever sends it', async () => {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
  for (const [path, type] of Object.entries(types)) app.get(path, (_request, reply) => reply.type(type).send('é'));
  const typeOf = async (path: string) => (await app.inject(path)).headers['content-type'];
  expect(await typeOf('/drawing')).toBe('image/svg+xml; charset=utf-8');
  expect(await typeOf('/robots')).toBe('text/plain; charset=utf-8');
  expect(await typeOf('/calendar')).toBe('text/calendar; method=REQUEST; charset=utf-8');
  expect(await typeOf('/page')).toBe('text/html; charset=utf-8');
  expect(await typeOf('/picture')).toBe('image/webp');
  await app.close();
});

const types = {
  '/drawing': 'image/svg+xml',
  '/robots': 'text/plain',
  '/calendar': 'text/calendar; method=REQUEST',
  '/page': 'text/html; charset=utf-8',
  '/picture': 'image/webp',
};
