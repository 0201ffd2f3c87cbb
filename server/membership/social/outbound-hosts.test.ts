import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { startTestMembership } from '../../testing/membership.ts';
import { startPliableProvider, type PliableProvider } from '../../testing/pliable-provider.ts';
import { PopupPartner } from '../../testing/popup-partner.ts';

let provider: PliableProvider;
beforeAll(async () => {
  provider = await startPliableProvider();
  provider.claims = { sub: 'ana', email: 'ana@example.org', email_verified: true };
});
afterAll(() => provider.close());

/** A sign-up by the provider, with these hosts on the operator's allow-list. */
async function signUpWhereOnly(hosts: string[]) {
  let written = '';
  const log = createLog(
    'warn',
    new PassThrough().on('data', (text) => (written += String(text))),
  );
  provider.asked.clear();
  const product = await startTestMembership({
    outbound: createOutbound({ only: { hosts, log }, reachesOwnMachine: true }),
  });
  try {
    const partner = await PopupPartner.at(product, { one: provider.issuer });
    const end = await partner.enter('signup', 'one');
    const lines = written.split('\n').filter((line) => line !== '');
    return { ...end, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  } finally {
    await product.stop();
  }
}

test('a provider whose host is not on the operator’s list is not called, and the log says so', async () => {
  const { error, status, logged } = await signUpWhereOnly(['id.example.org', '*.0.0.1']);
  expect([status, error.code]).toEqual([503, 'provider-unavailable']);
  expect(provider.asked.size).toBe(0);
  expect(logged).toEqual([
    expect.objectContaining({
      code: 'outbound-host-not-listed',
      destination: 'provider',
      host: '127.0.0.1',
      msg: 'OUTBOUND_HOSTS does not name this host: it was not called',
    }),
  ]);
});

test('a provider whose host is on it is called', async () => {
  const { data, logged } = await signUpWhereOnly(['id.example.org', '127.0.0.1']);
  expect(data.member.verified).toBe(true);
  expect(logged).toEqual([]);
});
