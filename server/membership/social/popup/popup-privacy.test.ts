import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { startPliableProvider, type PliableProvider } from '../../../testing/pliable-provider.ts';
import { PopupPartner } from '../../../testing/popup-partner.ts';

let written = '';
let product: TestMembership;
let provider: PliableProvider;
let partner: PopupPartner;
beforeAll(async () => {
  const log = createLog(
    'trace',
    new PassThrough().on('data', (text) => (written += String(text))),
  );
  provider = await startPliableProvider();
  product = await startTestMembership({ log, appUrl: 'https://intake.example' });
  partner = await PopupPartner.at(product, { one: provider.issuer }, { sessionInAddress: true });
});
afterAll(() => Promise.all([product.stop(), provider.close()]));

test('over https the cookie of a window is bound to the host, out of reach of scripts and other sites', async () => {
  const query = `provider=one&publicKey=${partner.publicKey}`;
  const { headers } = await product.call('GET', `/auth-provider/login?${query}`, {
    headers: { 'x-api-key': undefined, referer: 'https://club.example/' },
  });
  expect(headers['set-cookie']).toMatch(
    /^__Host-intake-popup-[\w-]{12}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test('no credential reaches the log, in success or failure', async () => {
  provider.claims = { sub: 'somebody', email: 'somebody@example.org', email_verified: true };
  const left = await partner.depart('signup', 'one', { inviteToken: 'an-invitation-nobody-else-has' });
  const callback = await partner.passThrough(left);
  const { data } = await partner.finish(left, callback);
  const token = data.tokens.accessToken as string;
  await partner.finish(left, callback);

  const connecting = `/auth-provider/connect?provider=one&publicKey=${partner.publicKey}&member=${token}`;
  const { headers } = await product.call('GET', connecting, { headers: { referer: 'https://club.example/' } });
  const ticket = new URL(String(headers['location']), product.appUrl).searchParams.get('ticket')!;
  await product.call('GET', `${connecting}&provider=twice`);
  provider.answers['/token'] = (_request, response) => response.writeHead(400).end(token);
  await partner.enter('signup', 'one');

  const secrets = {
    token,
    ticket,
    cookie: left.cookie.split('=')[1]!,
    state: left.url.searchParams.get('state')!,
    nonce: left.url.searchParams.get('nonce')!,
    code: callback.searchParams.get('code')!,
    secret: 'secret-of-ours',
    verifier: provider.redeemed[0]!.get('code_verifier')!,
    invitation: 'an-invitation-nobody-else-has',
    address: 'somebody@example.org',
  };
  expect(written).toContain('/auth-provider/connect');
  const told = Object.entries(secrets).filter(([, value]) => written.includes(value));
  expect(told.map(([name]) => name)).toEqual([]);
});
