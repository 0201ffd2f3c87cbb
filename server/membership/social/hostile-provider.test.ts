import type { JWTPayload } from 'jose';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound.ts';
import { newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { startPliableProvider, type PliableProvider } from '../../testing/pliable-provider.ts';
import { PopupPartner } from '../../testing/popup-partner.ts';
import { codeOf, setUpAuthenticator } from '../../testing/second-factor.ts';

let product: TestMembership;
let one: PliableProvider;
/** Discovery document with weak algorithms, and the promise to send `iss`. */
let other: PliableProvider;
/** Of a site that hides who has an account. */
let lax: PliableProvider;
let partner: PopupPartner;
let hiding: PopupPartner;
const lies: Record<string, Record<string, unknown>> = {
  'it is another one': { issuer: 'https://accounts.google.com' },
  // oxlint-disable-next-line no-script-url -- that is the point
  'its page is a script': { authorization_endpoint: 'javascript:alert(1)' },
  'its page is a file': { authorization_endpoint: 'file:///etc/passwd' },
  'it redeems codes inside our network': { token_endpoint: 'http://169.254.169.254/token' },
};
let liars: PliableProvider[];
beforeAll(async () => {
  liars = await Promise.all(Object.values(lies).map((metadata) => startPliableProvider(metadata)));
  [product, one, lax, other] = await Promise.all([
    startTestMembership(),
    startPliableProvider(),
    startPliableProvider(),
    startPliableProvider({
      id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'],
      authorization_response_iss_parameter_supported: true,
    }),
  ]);
  const byName = liars.map(({ issuer }, index) => [`liar-${index}`, issuer]);
  partner = await PopupPartner.at(product, { one: one.issuer, other: other.issuer, ...Object.fromEntries(byName) });
  hiding = await PopupPartner.at(product, { lax: lax.issuer }, { privateSignup: true });
});
afterAll(() => Promise.all([product.stop(), ...[one, other, lax, ...liars].map((provider) => provider.close())]));
beforeEach(() => {
  one.behave();
  other.behave();
});

/** A new person at a provider. */
const vouchFor = (provider: PliableProvider, claims: JWTPayload = {}) => {
  const email = newEmail();
  provider.claims = { sub: `sub-${email}`, email, email_verified: true, ...claims };
  return email;
};
const failed = {
  code: 'provider-sign-in-failed',
  message: 'Signing in with the provider did not work. Please try again.',
};

test('an honest provider signs a person up (negative control)', async () => {
  const email = vouchFor(one);
  const { data } = await partner.enter('signup', 'one');
  expect(data.member).toMatchObject({ verified: true, auth: { email, providers: [{ provider: 'one' }] } });
});

test('an invitation is taken from a page that shows itself, and not from one that hides: that may be a stranger’s', async () => {
  vouchFor(one);
  const joinBy = async (referer: string | undefined) => {
    const parameters = { origin: 'club.example', inviteToken: 'made-up' };
    const left = await partner.depart('signup', 'one', parameters, { referer });
    return (await partner.finish(left, await partner.passThrough(left))).data.teamInvite;
  };
  expect(await joinBy(undefined)).toMatchObject({ joined: false, message: expect.stringContaining('hides') });
  expect(await joinBy('https://club.example/')).toMatchObject({ message: expect.stringContaining('new one') });
});

test('a page that hides itself is told of its invitation by the second step too', async () => {
  vouchFor(one);
  const headers = { 'x-api-key': partner.publicKey };
  const post: TestMembership['post'] = (path, body, options) => product.post(path, body, { ...options, headers });
  const { data } = await partner.enter('signup', 'one');
  const { secret } = await setUpAuthenticator({ post }, { token: data.tokens.accessToken });
  const parameters = { origin: 'club.example', inviteToken: 'made-up' };
  const left = await partner.depart('signup', 'one', parameters, { referer: undefined });
  const { error } = await partner.finish(left, await partner.passThrough(left));
  const { step } = error as unknown as { step: string };
  const entered = await post('/auth/second-step', { step, method: 'authenticator', code: await codeOf(secret) });
  expect(entered.data.teamInvite).toMatchObject({ joined: false, message: expect.stringContaining('hides') });
});

test('the code goes to the provider with the secret, the verifier and its own redirect URI', async () => {
  vouchFor(one);
  const left = await partner.depart('signup', 'one');
  await partner.finish(left, await partner.passThrough(left));
  const [sent] = one.redeemed;
  const challenge = createHash('sha256').update(sent!.get('code_verifier')!).digest('base64url');
  expect(challenge).toBe(left.url.searchParams.get('code_challenge'));
  expect(sent!.get('redirect_uri')).toBe(`${product.appUrl}/auth-provider/callback/${partner.siteId}/one`);
});

describe('a token', () => {
  const now = Math.floor(Date.now() / 1_000);
  const changed = (changes: JWTPayload) => (provider: PliableProvider) => {
    provider.sign = (claims) => provider.signRight({ ...claims, ...changes });
  };
  const wrongs: [string, (provider: PliableProvider) => void][] = [
    ['with another nonce', changed({ nonce: 'of another window' })],
    ['without the nonce', changed({ nonce: undefined })],
    ['for another client', changed({ aud: 'another-client' })],
    ['for several clients', changed({ aud: ['client-of-ours', 'another-client'] })],
    ['of another issuer', changed({ iss: 'https://accounts.google.com' })],
    ['of an issuer that begins alike', (provider) => changed({ iss: `${provider.issuer}/more` })(provider)],
    ['that has expired', changed({ iat: now - 900, exp: now - 600 })],
    ['that never expires', changed({ exp: undefined })],
    ['that is of no use yet', changed({ nbf: now + 600 })],
    ['of nobody', changed({ sub: undefined })],
    ['signed with a strange key', (provider) => (provider.sign = (claims) => provider.signWithStrangeKey(claims))],
    ['signed with nothing', (provider) => (provider.sign = async (claims) => provider.signWithNothing(claims))],
    [
      'signed with the public key as a secret',
      (provider) => (provider.sign = (claims) => provider.signWithPublicKey(claims)),
    ],
    [
      'of a key that is not announced',
      (provider) => (provider.sign = (claims) => provider.signRight(claims, { kid: 'another' })),
    ],
    ['that is none', (provider) => (provider.sign = async () => 'nothing.of.this')],
  ];
  for (const name of ['one', 'other'] as const)
    test.for(wrongs)(`%s is refused (${name})`, async ([, spoil]) => {
      const provider = name === 'one' ? one : other;
      const email = vouchFor(provider);
      spoil(provider);
      const { error, status } = await partner.enter('signup', name, { iss: provider.issuer });
      expect({ status, error }).toEqual({ status: 400, error: failed });
      expect(await partner.findMember(email)).toBeUndefined();
    });

  test('with a string for a boolean proves no address', async () => {
    const email = vouchFor(one, { email_verified: 'true' });
    expect((await partner.enter('signup', 'one')).data.member.verified).toBe(false);
    one.claims = { ...one.claims, sub: 'somebody else' };
    expect((await partner.enter('signup', 'one')).error.code).toBe('provider-email-unproved');
    expect(await partner.findMember(email)).toBeDefined();
  });

  test('tells not who has an account, at a site that hides it', async () => {
    const email = vouchFor(lax);
    expect((await hiding.enter('signup', 'lax')).data.member.verified).toBe(true);
    const stranger = { sub: 'a stranger', email_verified: false };
    for (const address of [email, newEmail()]) {
      lax.claims = { ...stranger, email: address };
      const ends = [await hiding.enter('signup', 'lax'), await hiding.enter('login', 'lax')];
      expect(ends.map(({ error }) => error.code)).toEqual(['provider-email-unproved', 'provider-email-unproved']);
    }
    lax.claims = { ...lax.claims, sub: `sub-${email}`, email, email_verified: false };
    expect((await hiding.enter('login', 'lax')).data.member.auth.email, 'a known identity opens its account').toBe(
      email,
    );
  });

  test.for<[string, unknown]>([
    ['two addresses', 'ana@example.org,eve@example.org'],
    ['a look-alike address', 'ana\uFF20example.org'],
    ['an object', { address: 'ana@example.org' }],
    ['an empty text', ''],
    ['null', null],
  ])('with %s has none', async ([, email]) => {
    vouchFor(one, { email });
    one.answers['/userinfo'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(one.claims));
    expect((await partner.enter('signup', 'one')).error.code).toBe('provider-email-missing');
  });

  test('may spell an address in any case; it is the same address', async () => {
    const email = vouchFor(one);
    one.claims['email'] = email.toUpperCase();
    expect((await partner.enter('signup', 'one')).data.member.auth.email).toBe(email);
  });
});

describe('what is not in the token', () => {
  test('is read from the user info, of the same subject alone', async () => {
    const email = vouchFor(one);
    const { sub } = one.claims;
    one.sign = ({ email: _email, email_verified: _verified, ...claims }) => one.signRight(claims);
    expect((await partner.enter('signup', 'one')).data.member.auth.email).toBe(email);

    const stolen = vouchFor(one);
    one.answers['/userinfo'] = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sub, email: stolen, email_verified: true }));
    expect((await partner.enter('signup', 'one')).error).toEqual(failed);
    expect(await partner.findMember(stolen)).toBeUndefined();
  });
});

describe('an identity', () => {
  test('stays with its member when the address changes', async () => {
    vouchFor(one);
    const first = await partner.enter('signup', 'one');
    const { sub } = one.claims;
    vouchFor(one, { sub });
    const second = await partner.enter('login', 'one');
    expect(second.data.member.id).toBe(first.data.member.id);
    expect(second.data.member.auth.email).toBe(first.data.member.auth.email);
  });

  test('is not its address, so another subject with the address is another identity', async () => {
    const email = vouchFor(one);
    const { data } = await partner.enter('signup', 'one');
    vouchFor(one, { email, sub: 'the new owner of the mailbox' });
    const { error } = await partner.enter('login', 'one');
    expect(error.code).toBe('account-already-connected');
    expect((await partner.findMember(email))!.id).toBe(data.member.id);
  });

  test('belongs to its issuer, so the same subject at another issuer is another identity', async () => {
    vouchFor(one);
    const first = await partner.enter('signup', 'one');
    vouchFor(other, { sub: String(one.claims.sub) });
    const second = await partner.enter('signup', 'other', { iss: other.issuer });
    expect(second.data.member.id).not.toBe(first.data.member.id);
  });
});

describe('in a mix-up attack, providers', () => {
  test('get no code of another provider', async () => {
    vouchFor(one);
    vouchFor(other);
    const [left, elsewhere] = [await partner.depart('signup', 'one'), await partner.depart('signup', 'other')];
    const callback = await partner.passThrough(elsewhere, { iss: other.issuer });
    callback.searchParams.set('state', left.url.searchParams.get('state')!);
    expect((await partner.finish(left, callback)).status).toBe(400);
    callback.pathname = `/auth-provider/callback/${partner.siteId}/one`;
    expect((await partner.finish(left, callback)).error).toEqual(failed);
    expect(one.redeemed).toEqual([]);
    expect(other.redeemed).toEqual([]);
  });

  test('are refused also where one that promised to send `iss` does not', async () => {
    vouchFor(other);
    expect((await partner.enter('signup', 'other')).error).toEqual(failed);
    expect(other.redeemed).toEqual([]);
    expect((await partner.enter('signup', 'other', { iss: other.issuer })).data.member).toBeDefined();
  });
});

describe('a code', () => {
  test('is redeemed once, however often the browser comes back with it', async () => {
    vouchFor(one);
    const left = await partner.depart('signup', 'one');
    const callback = await partner.passThrough(left);
    expect((await partner.finish(left, callback)).data.member).toBeDefined();
    expect((await partner.finish(left, callback)).status).toBe(400);
    expect(one.redeemed).toHaveLength(1);
  });

  test('that the provider refuses begins no session', async () => {
    vouchFor(one);
    one.answers['/token'] = (_request, response) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error":"invalid_grant","error_description":"<script>"}');
    const { error, text } = await partner.enter('signup', 'one');
    expect(error).toEqual(failed);
    expect(text).not.toContain('invalid_grant');
  });
});

describe('an answer', () => {
  test.for<[string, (provider: PliableProvider) => void, string]>([
    [
      'that leads elsewhere is not followed',
      (provider) => {
        provider.answers['/token'] = (_request, response) =>
          response.writeHead(307, { location: `${provider.issuer}/trap` }).end();
      },
      'provider-sign-in-failed',
    ],
    [
      'of two megabytes is not read',
      (provider) => {
        provider.answers['/token'] = (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ access_token: 'x'.repeat(2_000_000) }));
      },
      'provider-unavailable',
    ],
    [
      'that never comes is waited for five seconds',
      (provider) => {
        provider.answers['/token'] = () => undefined;
      },
      'provider-unavailable',
    ],
    [
      'that says "not now" is no "no"',
      (provider) => {
        provider.answers['/token'] = (_request, response) => response.writeHead(503).end();
      },
      'provider-unavailable',
    ],
    [
      'that is no JSON is of no use',
      (provider) => {
        provider.answers['/token'] = (_request, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
      },
      'provider-sign-in-failed',
    ],
    [
      'that breaks off is of no use',
      (provider) => {
        provider.answers['/token'] = (request) => request.socket.destroy();
      },
      'provider-unavailable',
    ],
  ])('%s', async ([, spoil, code]) => {
    vouchFor(one);
    spoil(one);
    expect((await partner.enter('signup', 'one')).error.code).toBe(code);
    expect(one.asked.get('/trap')).toBeUndefined();
  });

  test('of its discovery document is cached, not fetched at every sign-in', async () => {
    for (let times = 0; times < 3; times++) {
      vouchFor(one);
      expect((await partner.enter('signup', 'one')).data.member).toBeDefined();
    }
    expect(one.asked.get('/.well-known/openid-configuration')).toBe(1);
  });
});

test.for(Object.keys(lies).map((lie, index) => [lie, index] as const))(
  'a provider that says that %s gets nobody',
  async ([, index]) => {
    const liar = liars[index]!;
    vouchFor(liar);
    const { error, status } = await partner.enter('signup', `liar-${index}`);
    expect(error.code).toMatch(/^provider-(unavailable|sign-in-failed)$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(liar.redeemed).toEqual([]);
  },
);

test('in live mode no provider of this machine is called, and none without TLS', async () => {
  const live = await startTestMembership({ outbound: createOutbound() });
  const elsewhere = await PopupPartner.at(live, { one: one.issuer });
  one.asked.clear();
  expect((await elsewhere.enter('login', 'one')).error.code).toBe('provider-unavailable');
  expect(one.asked.size).toBe(0);
  await live.stop();
});
