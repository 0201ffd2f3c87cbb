import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { startPliableProvider, type PliableProvider } from '../../testing/pliable-provider.ts';
import { PopupPartner } from '../../testing/popup-partner.ts';

/** Mix-up attacks between sites: each site names its issuers, and one of them is hostile (RFC 9700, section 4.4). */

let product: TestMembership;
let honest: PliableProvider;
let hostile: PliableProvider;
/** Members of this site sign in with the honest issuer. */
let club: PopupPartner;
/** The attacker's site; a member of the club is lured to a popup of it. */
let trap: PopupPartner;
beforeAll(async () => {
  [product, honest, hostile] = await Promise.all([
    startTestMembership(),
    startPliableProvider(),
    startPliableProvider(),
  ]);
  const both = (issuer: string) => ({ own: issuer, shared: { issuer, callback: 'shared' as const } });
  club = await PopupPartner.at(product, both(honest.issuer));
  trap = await PopupPartner.at(product, both(hostile.issuer));
});
afterAll(() => Promise.all([product.stop(), honest.close(), hostile.close()]));
beforeEach(() => {
  honest.behave();
  hostile.behave();
  for (const provider of [honest, hostile]) {
    const email = newEmail();
    provider.claims = { sub: `sub-${email}`, email, email_verified: true };
  }
});

const shared = '/auth-provider/callback';
const redirectUriOf = ({ url }: { url: URL }) => new URL(url.searchParams.get('redirect_uri')!);

describe('the redirect URI', () => {
  test('of an issuer that a site declares is of that site and provider alone', async () => {
    expect(redirectUriOf(await club.depart('login', 'own')).pathname).toBe(`${shared}/${club.siteId}/own`);
    expect(redirectUriOf(await trap.depart('login', 'own')).pathname).toBe(`${shared}/${trap.siteId}/own`);
  });

  test('is the shared one where the site declares that', async () => {
    expect(redirectUriOf(await club.depart('login', 'shared')).pathname).toBe(shared);
  });
});

describe('a code of the honest issuer that arrives with the state of the attacker’s window', () => {
  /** The hostile issuer redirects the browser to the honest one, with the club's client id. */
  function lureTo(redirectUri: string, iss: string | undefined): void {
    hostile.answers['/authorize'] = (request, response) => {
      const asked = new URL(request.url!, hostile.issuer);
      asked.searchParams.set('redirect_uri', redirectUri);
      response.writeHead(302, { location: `${honest.issuer}/authorize${asked.search}` }).end();
    };
    if (iss === undefined) return;
    honest.answers['/authorize'] = (request, response) => {
      const asked = new URL(request.url!, honest.issuer).searchParams;
      const answer = new URLSearchParams({ code: 'a-code', state: asked.get('state')!, iss });
      response.writeHead(302, { location: `${asked.get('redirect_uri')}?${answer}` }).end();
    };
  }

  test.for<['own' | 'shared', 'own' | 'shared', 'nothing' | 'itself' | 'an empty text']>([
    ['own', 'own', 'nothing'],
    ['own', 'shared', 'nothing'],
    ['own', 'shared', 'itself'],
    ['shared', 'own', 'nothing'],
    ['shared', 'own', 'itself'],
    ['shared', 'shared', 'nothing'],
    ['shared', 'shared', 'an empty text'],
    ['shared', 'shared', 'itself'],
  ])('goes to no token endpoint: %s callback of the club, %s one of the trap, the answer names %s', async (ways) => {
    const [ofClub, ofTrap, named] = ways;
    lureTo(
      redirectUriOf(await club.depart('login', ofClub)).href,
      { nothing: undefined, itself: honest.issuer, 'an empty text': '' }[named],
    );
    const left = await trap.depart('signup', ofTrap);
    const toHonest = await trap.passThrough(left);
    expect(toHonest.origin).toBe(honest.issuer);
    const end = await trap.finish(left, await trap.passThrough({ ...left, url: toHonest }));
    expect(end.status).toBe(400);
    expect(hostile.redeemed).toEqual([]);
    expect(honest.redeemed).toEqual([]);
  });
});

describe('a sign-in', () => {
  test('ends where it was begun, for either site (negative control)', async () => {
    expect((await club.enter('signup', 'own')).data.member.auth.providers).toEqual([{ provider: 'own' }]);
    expect((await trap.enter('signup', 'own')).data.member.auth.providers).toEqual([{ provider: 'own' }]);
    expect([honest.redeemed.length, hostile.redeemed.length]).toEqual([1, 1]);
  });

  test('at the shared callback needs a response with `iss`', async () => {
    const { error } = await club.enter('signup', 'shared');
    expect(error.code).toBe('provider-sign-in-failed');
    expect(honest.redeemed).toEqual([]);
    expect((await club.enter('signup', 'shared', { iss: honest.issuer })).data.member.verified).toBe(true);
  });

  test('is refused at another callback, and still works at its own', async () => {
    const left = await club.depart('signup', 'own');
    const callback = await club.passThrough(left);
    for (const other of [shared, `${shared}/${club.siteId}/shared`, `${shared}/${trap.siteId}/own`]) {
      const elsewhere = new URL(callback);
      elsewhere.pathname = other;
      const end = await club.finish(left, elsewhere);
      expect([end.status, end.data]).toEqual([400, undefined]);
    }
    expect(honest.redeemed).toEqual([]);
    expect((await club.finish(left, callback)).data.member).toBeDefined();
  });
});
