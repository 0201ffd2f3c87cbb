import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPliableProvider, type PliableProvider } from '../testing/pliable-provider.ts';
import { createLog } from './log.ts';
import { createSignInProviders, type SignInProviders } from './openid.ts';
import { createOutbound } from './outbound.ts';

/** The cache's expiry after an hour, which membership's tests cannot reach. */

let provider: PliableProvider;
let clients: SignInProviders;
let laterMs = 0;
beforeEach(async () => {
  provider = await startPliableProvider();
  clients = createSignInProviders({ outbound: createOutbound({ reachesOwnMachine: true }), log: createLog('silent') });
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
});
afterEach(async () => {
  vi.restoreAllMocks();
  laterMs = 0;
  await provider.close();
});

const discovery = '/.well-known/openid-configuration';
const challenge = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) };
const hourMs = 60 * 60 * 1_000;
const go = () =>
  clients.buildSignInUrl(
    {
      issuer: provider.issuer,
      clientId: 'client-of-ours',
      clientSecret: 'secret',
      redirectUri: 'https://intake.example/auth-provider/callback',
      scope: 'openid',
    },
    challenge,
  );
const asked = () => provider.asked.get(discovery) ?? 0;

test('a provider’s metadata is cached for an hour, and stale while it is revalidated', async () => {
  await Promise.all([go(), go(), go()]);
  laterMs = hourMs - 10_000;
  await go();
  expect(asked()).toBe(1);

  laterMs = hourMs + 1_000;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  provider.answers[discovery] = async (_request, response) => {
    await held;
    response.writeHead(503).end();
  };
  // No caller waits for the refresh, nor for one that fails.
  await Promise.all([go(), go()]);
  await expect.poll(asked).toBe(2);
  answer();
  await go();

  provider.behave();
  laterMs += 10_000;
  await go();
  await expect.poll(asked).toBe(3);
  // The refresh has arrived by then, and serves for another hour.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  laterMs += hourMs / 2;
  await go();
  expect(asked()).toBe(3);
});

test('a provider that could not be read is asked again at once', async () => {
  provider.answers[discovery] = (_request, response) => response.writeHead(500).end();
  await expect(go()).rejects.toMatchObject({ code: 'provider-unavailable' });
  provider.behave();
  expect((await go()).origin).toBe(provider.issuer);
});
