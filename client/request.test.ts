import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSend, fillIn, RequestError, type ClientOptions } from './request.ts';

interface Exchange {
  body: unknown;
  address: unknown;
  answer: unknown;
}
interface ExampleCalls {
  'GET /x': Exchange;
  'POST /x': Exchange;
  'GET /parts/:id': Exchange & { address: { id: string; after?: string | null; limit?: number } };
}
const createExample = (options: ClientOptions) => createSend<ExampleCalls>(options);

interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Ends the connection without an answer. */
  hangUp?: boolean;
}

let server: Server | undefined;
afterEach(() => server?.close());

/** A service that gives these replies in turn and remembers what it was asked. */
async function serviceReplying(...replies: Reply[]) {
  const asked: IncomingMessage[] = [];
  server = createServer((request, response) => {
    asked.push(request);
    const reply = replies[Math.min(asked.length, replies.length) - 1]!;
    if (reply.hangUp) {
      response.destroy();
      return;
    }
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? { data: 'ok' }));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const failureOf = (promise: Promise<unknown>): Promise<RequestError> =>
  promise.then(
    () => {
      throw new Error('The call succeeded');
    },
    (error: RequestError) => error,
  );

test('a call of our own pages names key and client and asks for a session in a cookie', async () => {
  const { origin, asked } = await serviceReplying({});
  await createExample({ origin, publicKey: 'pk_1', session: 'cookie' })('POST /x', { a: 1 });
  expect(asked[0]!.headers).toMatchObject({
    'x-api-key': 'pk_1',
    'x-user-agent': '@intake/client@1.0.0',
    'x-session-transport': 'cookie',
    'content-type': 'application/json',
  });
  expect(asked[0]!.headers.authorization).toBeUndefined();
});

test('a call of a foreign page carries its token, and none while signed out', async () => {
  const { origin, asked } = await serviceReplying({});
  let token: string | null = 'secret';
  const send = createExample({ origin, publicKey: 'pk_1', appId: 'app_1', session: () => token });
  await send('GET /x');
  token = null;
  await send('GET /x');
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', undefined]);
  expect(asked[0]!.headers).toMatchObject({ 'x-app-id': 'app_1' });
  expect(asked[0]!.headers['x-session-transport']).toBeUndefined();
});

test('a refusal keeps code, sentence, status and waiting time', async () => {
  const body = { error: { code: 'too-many-requests', message: 'Wait.', requestId: 'r1' } };
  const { origin } = await serviceReplying({ status: 429, body, headers: { 'Retry-After': '30' } });
  const error = await failureOf(createExample({ origin, publicKey: 'pk_1', session: 'cookie' })('GET /x'));
  expect(error).toBeInstanceOf(RequestError);
  expect(error.message).toBe('Wait.');
  expect(error).toMatchObject({
    code: 'too-many-requests',
    status: 429,
    requestId: 'r1',
    retryAfterSeconds: 30,
  });
});

test('a reading call that got no answer is tried once more', async () => {
  const { origin, asked } = await serviceReplying({ hangUp: true }, { body: { data: 7 } });
  const answer = await createExample({ origin, publicKey: 'pk_1', session: 'cookie' })('GET /x');
  expect(answer).toEqual({ data: 7 });
  expect(asked).toHaveLength(2);
});

test('a reading call is tried twice at most', async () => {
  const { origin, asked } = await serviceReplying({ status: 503, body: {} });
  const error = await failureOf(createExample({ origin, publicKey: 'pk_1', session: 'cookie' })('GET /x'));
  expect(error.status).toBe(503);
  expect(asked).toHaveLength(2);
});

test('a writing call is never repeated', async () => {
  const { origin, asked } = await serviceReplying({ hangUp: true });
  const error = await failureOf(createExample({ origin, publicKey: 'pk_1', session: 'cookie' })('POST /x', {}));
  expect(error).toMatchObject({ code: 'network-error', status: 0 });
  expect(asked).toHaveLength(1);
});

test('a call with a file may take as long as the service waits for it, any other twelve seconds', async () => {
  const { origin } = await serviceReplying({});
  const limit = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => limit.mockRestore());
  const send = createExample({ origin, publicKey: 'pk_1', session: 'cookie' });
  const file = new FormData();
  file.set('file', new Blob(['picture']));
  await send('POST /x', file);
  await send('POST /x', {});
  expect(limit.mock.calls).toEqual([[35_000], [12_000]]);
});

test('what a call is sent with fills the names in its path, and the rest becomes its query', async () => {
  const { origin, asked } = await serviceReplying({});
  const send = createExample({ origin, publicKey: 'pk_1', session: 'cookie' });
  await send('GET /parts/:id', undefined, { id: 'a/b $& c', limit: 20, after: null });
  await send('GET /parts/:id', undefined, { id: 'd', after: '' });
  expect(asked.map(({ url }) => url)).toEqual(['/parts/a%2Fb%20%24%26%20c?limit=20', '/parts/d?after=']);
});

test('the query is sent by a browser whose URLSearchParams has no size', () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size')!;
  onTestFinished(() => void Object.defineProperty(URLSearchParams.prototype, 'size', size));
  delete (URLSearchParams.prototype as { size?: number }).size;
  expect(fillIn('/parts/:id', { id: 'a', limit: 20 })).toBe('/parts/a?limit=20');
  expect(fillIn('/parts/:id', { id: 'a' })).toBe('/parts/a');
});

test('a call that no table has, or that lacks what it is sent with, does not compile', () => {
  const send = createExample({ publicKey: 'pk_1', session: 'cookie' });
  const faults = [
    // @ts-expect-error the table has no such call
    () => send('POST /parts/:id'),
    // @ts-expect-error the path needs an id
    () => send('GET /parts/:id', undefined, {}),
  ];
  expect(faults).toHaveLength(2);
});
