import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoServer, type DemoServer } from '../../testing/demo-server.ts';
import { sendRaw } from '../../testing/raw-request.ts';

let demo: DemoServer;
beforeAll(async () => {
  demo = await startDemoServer();
});
afterAll(() => demo.stop());
const ask: DemoServer['ask'] = (path, init) => demo.ask(path, init);

describe('a method', () => {
  test.for([
    ['POST', '/search', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/greet', 'POST, OPTIONS'],
    ['GET', '/greet', 'POST, OPTIONS'],
    ['PUT', '/items/1', 'GET, HEAD, DELETE, OPTIONS'],
  ])('%s that %s does not take is refused with those it takes', async ([method, path, allow]) => {
    const answer = await ask(path!, { method: method! });
    expect({ status: answer.status, allow: answer.headers.get('allow'), code: answer.error?.code }).toEqual({
      status: 405,
      allow,
      code: 'method-not-allowed',
    });
  });

  test('is refused whatever the body says it is', async () => {
    const answer = await ask('/search', { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(405);
  });

  test.for(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'cannot be changed by %s',
    async (name) => {
      const overridden = await ask('/items/1?_method=DELETE', { method: 'POST', headers: { [name]: 'DELETE' } });
      expect(overridden.status).toBe(405);
    },
  );

  test.for(['PROPFIND', 'TRACE', 'MKCOL'])('%s is known nowhere', async (method) => {
    const { status } = await sendRaw(demo.port, [`${method} /search HTTP/1.1`, 'Host: x', 'Connection: close', '']);
    expect(status).toBe(405);
  });

  test('HEAD answers like GET, without the body', async () => {
    const [head, get] = [await ask('/search?q=a', { method: 'HEAD' }), await ask('/search?q=a')];
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await ask('/greet', { method: 'HEAD' })).status).toBe(405);
    expect((await ask('/nowhere', { method: 'HEAD' })).status).toBe(404);
  });

  test('OPTIONS names what an address takes', async () => {
    const answer = await ask('/items/1', { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS');
    expect((await ask('/nowhere', { method: 'OPTIONS' })).status).toBe(404);
  });
});
