import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { startPliableProvider, type PliableProvider } from '../../testing/pliable-provider.ts';
import { PopupPartner } from '../../testing/popup-partner.ts';

let product: TestMembership;
let provider: PliableProvider;
/** A site with the default setting. */
let today: PopupPartner;
/** A site for existing clients, with `sessionInAddress`. */
let existing: PopupPartner;
beforeAll(async () => {
  [product, provider] = await Promise.all([startTestMembership(), startPliableProvider()]);
  today = await PopupPartner.at(product, { one: provider.issuer });
  existing = await PopupPartner.at(product, { one: provider.issuer }, { sessionInAddress: true });
});
afterAll(() => Promise.all([product.stop(), provider.close()]));

/** A member of a site who has just signed up by the provider. */
async function signUp(partner: PopupPartner, sub: string): Promise<string> {
  provider.claims = { sub, email: `${sub}@example.org`, email_verified: true };
  return (await partner.enter('signup', 'one')).data.tokens.accessToken;
}

test('a session in the address of a popup is refused by default', async () => {
  const token = await signUp(today, 'ana');
  const left = await today.depart('connect', 'one', { member: token });
  expect({ status: left.status, code: left.error.code }).toEqual({ status: 400, code: 'connect-ticket-required' });
  expect(left.text).not.toContain(token);
});

test('a ticket connects a provider there', async () => {
  const token = await signUp(today, 'ben');
  const { data } = await product.call('POST', '/member/connect-provider/ticket', {
    token,
    headers: { 'x-api-key': today.publicKey },
  });
  const left = await today.depart('connect', 'one', { ticket: data.ticket });
  expect(left.url.origin).toBe(provider.issuer);
});

test('a site with `sessionInAddress` accepts it, and replaces it by a ticket', async () => {
  const token = await signUp(existing, 'cleo');
  const query = new URLSearchParams({ provider: 'one', publicKey: existing.publicKey, member: token });
  const { status, headers } = await product.call('GET', `/auth-provider/connect?${query}`, {
    headers: { 'x-api-key': undefined, referer: 'https://club.example/' },
  });
  expect(status).toBe(302);
  const clean = new URL(String(headers['location']), product.appUrl).searchParams;
  expect([clean.has('member'), clean.get('ticket')?.length]).toEqual([false, 43]);
});
