import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passwordCalls } from './account-calls.ts';
import { createSend } from './request.ts';

let server: Server;
let sent: { path: string | undefined; body: unknown }[];
let client: ReturnType<typeof passwordCalls>;

beforeEach(async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => void kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  });
  sent = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      sent.push({ path: request.url, body: JSON.parse(text) });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: 'ok', context: 'the-context' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = passwordCalls(createSend({ publicKey: 'pk_1', origin: `http://127.0.0.1:${port}`, session: () => null }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
});

const reset = { token: '123456', newPassword: 'slow-river-lantern-42' };

test('a reset without an address sends the context of this tab', async () => {
  await client.sendMemberResetPasswordEmail({ email: 'ana@example.org' });
  await client.resetMemberPassword(reset);
  expect(sent.at(-1)!.body).toEqual({ ...reset, context: 'the-context' });
});

test('a reset with an address, this one or another, sends the address alone', async () => {
  for (const email of ['ana@example.org', 'ben@example.org']) {
    await client.sendMemberResetPasswordEmail({ email: 'ana@example.org' });
    await client.resetMemberPassword({ ...reset, email });
    expect(sent.at(-1)!.body).toEqual({ ...reset, email });
  }
});
