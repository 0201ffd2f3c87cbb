import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberCalls } from './member-calls.ts';
import { createSend } from './request.ts';

let server: Server;
let sent: Record<string, unknown>[];
let status: number;
let kept: Map<string, string>;
let client: ReturnType<typeof memberCalls>;

beforeEach(async () => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => void kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  });
  [sent, status] = [[], 200];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      sent.push(JSON.parse(text));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { data: {} } : { error: { code: 'refused', message: 'No.' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = memberCalls(createSend({ publicKey: 'pk_1', origin: `http://127.0.0.1:${port}`, session: () => null }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
});

const email = 'ana@example.org';
const contexts = () => sent.map(({ context }) => context);

test.for(['login', 'signup'] as const)(
  'a %s code is requested and used with the same context, after wrong tries too',
  async (purpose) => {
    const [ask, use] =
      purpose === 'login'
        ? [client.sendMemberLoginPasswordlessEmail, client.loginMemberPasswordless]
        : [client.sendMemberSignupPasswordlessEmail, client.signupMemberPasswordless];
    await ask({ email });
    status = 400;
    await expect(use({ email, passwordlessToken: '000000' })).rejects.toThrow('No.');
    status = 200;
    await use({ email, passwordlessToken: '123456' });
    expect(contexts()[0]).toMatch(/^[\d,]{22,87}$/);
    expect(new Set(contexts()).size).toBe(1);
  },
);

test('another tab has another context', async () => {
  await client.sendMemberLoginPasswordlessEmail({ email });
  kept.clear();
  await client.sendMemberLoginPasswordlessEmail({ email });
  expect(new Set(contexts()).size).toBe(2);
});

test('a page without storage keeps its context as long as it is open', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await client.sendMemberLoginPasswordlessEmail({ email });
  await client.loginMemberPasswordless({ email, passwordlessToken: '123456' });
  expect(contexts()[0]).toMatch(/^[\d,]{22,87}$/);
  expect(new Set(contexts()).size).toBe(1);
});

test('a page whose storage is full keeps its context as long as it is open', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined, setItem });
  await client.sendMemberLoginPasswordlessEmail({ email });
  await client.loginMemberPasswordless({ email, passwordlessToken: '123456' });
  expect(new Set(contexts()).size).toBe(1);
});
