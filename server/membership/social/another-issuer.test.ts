import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from '../../testing/administration.ts';
import { newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { startPliableProvider, type PliableProvider } from '../../testing/pliable-provider.ts';
import { PopupPartner } from '../../testing/popup-partner.ts';

let product: TestMembership;
let former: PliableProvider;
let present: PliableProvider;
let partner: PopupPartner;
beforeAll(async () => {
  [product, former, present] = await Promise.all([
    startTestMembership(),
    startPliableProvider(),
    startPliableProvider(),
  ]);
  partner = await PopupPartner.at(product, { club: former.issuer });
});
afterAll(() => Promise.all([product.stop(), former.close(), present.close()]));

/** Gives the site's provider another issuer. */
async function moveTo({ issuer }: PliableProvider): Promise<void> {
  const siteServer = await buildServer(product, partner.siteId);
  const { data } = await siteServer.call('GET', '/admin/app');
  const authProviders = data.authProviders.map((each: object) => ({ ...each, issuer, clientSecret: 'secret-of-ours' }));
  expect((await siteServer.call('PUT', '/admin/app', { ...data, authProviders })).status).toBe(200);
}

test('a member of a provider that gets another issuer stays in by the address it vouches for, and no second one does', async () => {
  const email = newEmail();
  former.claims = { sub: 'at-former', email, email_verified: true };
  const { id } = (await partner.enter('signup', 'club')).data.member;
  await moveTo(present);
  present.claims = { sub: 'at-present', email, email_verified: false };
  expect((await partner.enter('login', 'club')).error.code).toBe('provider-email-unproved');
  present.claims = { sub: 'at-present', email, email_verified: true };
  expect((await partner.enter('login', 'club')).data.member).toMatchObject({
    id,
    auth: { providers: [{ provider: 'club' }] },
  });
  // Its identity is known from now on, whatever the address.
  present.claims = { sub: 'at-present', email: newEmail(), email_verified: true };
  expect((await partner.enter('login', 'club')).data.member.id).toBe(id);
  // Another subject of the same issuer with this address is another person.
  present.claims = { sub: 'another', email, email_verified: true };
  expect((await partner.enter('login', 'club')).error.code).toBe('account-already-connected');
});
