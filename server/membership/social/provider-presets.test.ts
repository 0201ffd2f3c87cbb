import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outbound } from '../../platform/outbound.ts';
import { newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { PopupPartner } from '../../testing/popup-partner.ts';

/** Answers of fake hosts, by URL without query. */
const internet = new Map<string, (init: RequestInit, url: URL) => Response | Promise<Response>>();
const calls: { url: URL; headers: Headers; body: URLSearchParams }[] = [];
const outbound: Outbound = {
  reachesOwnMachine: false,
  async fetch(address, init) {
    const url = new URL(address);
    calls.push({ url, headers: new Headers(init.headers), body: new URLSearchParams(init.body as URLSearchParams) });
    const answer = internet.get(url.origin + url.pathname);
    if (!answer) throw new Error(`nobody is at ${url.href}`);
    return answer(init, url);
  },
};

const known = ['google', 'microsoft', 'linkedin', 'github', 'facebook', 'spotify', 'dribbble'];
let product: TestMembership;
let partner: PopupPartner;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  [product, keys] = await Promise.all([
    startTestMembership({ outbound }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const tenant = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
  partner = await PopupPartner.at(product, Object.fromEntries(known.map((name) => [name, undefined])));
  oneTenant = await PopupPartner.at(product, { microsoft: tenant });
  misdeclared = await PopupPartner.at(product, { microsoft: `${tenant}/`, google: 'https://id.club.example' });
});
let oneTenant: PopupPartner;
let misdeclared: PopupPartner;
afterAll(() => product.stop());
beforeEach(() => {
  internet.clear();
  calls.length = 0;
});

const json = (body: unknown) => () => Response.json(body);
const tokenCall = () => calls.find(({ body }) => body.has('grant_type'))!;

/** Puts an OpenID provider on the internet. @param claims of a token, given what the client is expected to have sent */
function publish(
  at: string,
  { issuer = at, claims }: { issuer?: string; claims: (nonce: string | undefined) => JWTPayload },
) {
  internet.set(
    `${at}/.well-known/openid-configuration`,
    json({
      issuer,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      jwks_uri: `${at}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  );
  internet.set(`${at}/jwks`, async () =>
    Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] }),
  );
  internet.set(`${at}/token`, async () => {
    const token = new SignJWT({ iss: issuer, aud: 'client-of-ours', ...claims(nonce) })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuedAt()
      .setExpirationTime('5m');
    return Response.json({ access_token: 'token', token_type: 'Bearer', id_token: await token.sign(keys.privateKey) });
  });
}
let nonce: string | undefined;

/** The whole flow, with a provider that consents to everything. */
async function signUp(provider: string, at = partner) {
  const left = await at.depart('signup', provider);
  nonce = left.url.searchParams.get('nonce') ?? undefined;
  const back = new URL(left.url.searchParams.get('redirect_uri')!);
  back.search = new URLSearchParams({ code: 'a-code', state: left.url.searchParams.get('state')! }).toString();
  return { left, end: await at.finish(left, back) };
}
const identitiesOf = async (memberId: string) =>
  (
    await product.database.pool.query('select issuer, subject, provider from member_identity where member_id = $1', [
      memberId,
    ])
  ).rows;

describe('google', () => {
  test('proves the address by its claim', async () => {
    const email = newEmail();
    publish('https://accounts.google.com', {
      claims: () => ({ sub: `g-${email}`, email, email_verified: true, nonce }),
    });
    const { left, end } = await signUp('google');
    expect(left.url.href).toMatch(/^https:\/\/accounts\.google\.com\/authorize\?/);
    expect(left.url.searchParams.get('scope')).toBe('openid email');
    // Existing registrations at Google name this address.
    expect(left.url.searchParams.get('redirect_uri')).toBe(`${product.appUrl}/auth-provider/callback`);
    expect(end.data.member.verified).toBe(true);
    expect(await identitiesOf(end.data.member.id)).toEqual([
      { issuer: 'https://accounts.google.com', subject: `g-${email}`, provider: 'google' },
    ]);
  });
});

describe('microsoft', () => {
  const common = 'https://login.microsoftonline.com/common/v2.0';
  const template = 'https://login.microsoftonline.com/{tenantid}/v2.0';
  const tid = '72f988bf-86f1-41af-91ab-2d7cd011db47';
  const of = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;
  const person = (changes: JWTPayload = {}) => {
    const email = newEmail();
    publish(common, {
      issuer: template,
      claims: () => ({ iss: of(tid), tid, sub: `m-${email}`, email, nonce, ...changes }),
    });
    return email;
  };

  test('has an issuer for each tenant, and that is the issuer of the identity', async () => {
    const email = person();
    const { end } = await signUp('microsoft');
    expect(await identitiesOf(end.data.member.id)).toEqual([
      { issuer: of(tid), subject: `m-${email}`, provider: 'microsoft' },
    ]);
  });

  test.for<[string, JWTPayload]>([
    ['names another tenant than it is of', { iss: of('another-tenant') }],
    ['names no tenant', { tid: undefined }],
    ['names a tenant that leads elsewhere', { tid: 'x/../..', iss: of('x/../../y') }],
    ['is of the template itself', { iss: template }],
    ['is of somebody else altogether', { iss: 'https://elsewhere.example' }],
  ])('signs nobody in whose token %s', async ([, changes]) => {
    person(changes);
    expect((await signUp('microsoft')).end.error.code).toBe('provider-sign-in-failed');
  });

  test('proves no address by `email_verified`, since tenants may set any address (nOAuth)', async () => {
    person({ email_verified: true });
    expect((await signUp('microsoft')).end.data.member.verified).toBe(false);
  });

  test.for([true, 1, '1', 'true'])('proves it where the domain is proved (%j)', async (claim) => {
    person({ xms_edov: claim });
    expect((await signUp('microsoft')).end.data.member.verified).toBe(true);
  });

  test('can be restricted to one tenant', async () => {
    const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad';
    const email = newEmail();
    publish(of(consumers), { claims: () => ({ sub: email, email, nonce }) });
    const { left, end } = await signUp('microsoft', oneTenant);
    expect(left.url.pathname).toContain(consumers);
    expect(end.data.member.auth.email).toBe(email);
  });
});

test.for(['microsoft', 'google'])(
  '%s lets in nobody where the issuer that is stored is not one of theirs',
  async (name) => {
    const { url, status, error } = await misdeclared.depart('signup', name);
    expect({ host: url.host, status, code: error.code }).toEqual({ host: '', status: 500, code: 'unknown-error' });
  },
);

describe('linkedin', () => {
  test('gets no nonce and PKCE, and the secret in the body', async () => {
    const email = newEmail();
    publish('https://www.linkedin.com/oauth', { claims: () => ({ sub: `l-${email}`, email, email_verified: 'true' }) });
    const { left, end } = await signUp('linkedin');
    expect(left.url.searchParams.has('nonce')).toBe(false);
    expect(left.url.searchParams.has('code_challenge')).toBe(false);
    expect(left.url.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(Object.fromEntries(tokenCall().body)).toMatchObject({
      client_id: 'client-of-ours',
      client_secret: 'secret-of-ours',
    });
    expect(end.data.member.verified).toBe(true);
  });
});

/** A provider of OAuth 2 alone: a token endpoint, and pages about the person. */
function publishPlain(token: string, pages: Record<string, unknown>) {
  internet.set(token, json({ access_token: 'token-of-theirs', token_type: 'bearer', scope: 'any' }));
  for (const [address, body] of Object.entries(pages)) internet.set(address, json(body));
}

describe('github', () => {
  const publishGithub = (emails: unknown[], id: unknown = Math.floor(Math.random() * 1e9)) =>
    publishPlain('https://github.com/login/oauth/access_token', {
      'https://api.github.com/user': { id, login: 'octo', email: 'public@example.org' },
      'https://api.github.com/user/emails': emails,
    });

  test('gives the primary address, and whether it is verified', async () => {
    const email = newEmail();
    publishGithub(
      [
        { email: 'first@example.org', primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
      583231,
    );
    const { left, end } = await signUp('github');
    expect(left.url.origin + left.url.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(Object.fromEntries(left.url.searchParams)).toMatchObject({
      scope: 'user:email',
      code_challenge_method: 'S256',
    });
    expect(end.data.member).toMatchObject({ verified: true, auth: { email } });
    expect(await identitiesOf(end.data.member.id)).toEqual([
      { issuer: 'https://github.com/login/oauth', subject: '583231', provider: 'github' },
    ]);
    const asked = calls.filter(({ url }) => url.hostname === 'api.github.com');
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token-of-theirs',
      'Bearer token-of-theirs',
    ]);
  });

  test('proves no unverified address, and has none without a primary one', async () => {
    publishGithub([{ email: newEmail(), primary: true, verified: false }]);
    expect((await signUp('github')).end.data.member.verified).toBe(false);
    publishGithub([{ email: newEmail(), primary: false, verified: true }]);
    expect((await signUp('github')).end.error.code).toBe('provider-email-missing');
  });

  test.for<[string, unknown]>([
    ['nobody', null],
    ['an object', { id: 1 }],
    ['an empty text', ''],
    ['a text too long', 'x'.repeat(256)],
    ['a line break', 'a\nb'],
  ])('that says somebody is %s signs nobody in', async ([, id]) => {
    publishGithub([{ email: newEmail(), primary: true, verified: true }], id);
    expect((await signUp('github')).end.error.code).toBe('provider-sign-in-failed');
  });

  test.for<[string, () => Response]>([
    ['an error with status 200', () => Response.json({ error: 'bad_verification_code' })],
    ['no token', () => Response.json({ token_type: 'bearer' })],
  ])('that answers %s signs nobody in', async ([, answer]) => {
    publishGithub([]);
    internet.set('https://github.com/login/oauth/access_token', answer);
    expect((await signUp('github')).end.error.code).toBe('provider-sign-in-failed');
  });

  test.for([
    [401, 'provider-sign-in-failed'],
    [502, 'provider-unavailable'],
  ] as const)('whose page about the person answers %i ends in words', async ([status, code]) => {
    publishGithub([]);
    internet.set('https://api.github.com/user/emails', () => new Response('x', { status }));
    expect((await signUp('github')).end.error.code).toBe(code);
  });
});

describe.for<[string, string, string]>([
  ['facebook', 'https://graph.facebook.com/oauth/access_token', 'https://graph.facebook.com/me'],
  ['spotify', 'https://accounts.spotify.com/api/token', 'https://api.spotify.com/v1/me'],
  ['dribbble', 'https://dribbble.com/oauth/token', 'https://api.dribbble.com/v2/user'],
])('%s', ([name, token, page]) => {
  test('proves no address', async () => {
    const email = newEmail();
    publishPlain(token, { [page]: { id: `id-${email}`, email, email_verified: true, verified: true } });
    const { end } = await signUp(name);
    expect(end.data.member).toMatchObject({ verified: false, auth: { email, providers: [{ provider: name }] } });
    publishPlain(token, { [page]: { id: 'somebody-else', email } });
    expect((await signUp(name)).end.error.code).toBe('provider-email-unproved');
  });

  test('without an address creates no account', async () => {
    publishPlain(token, { [page]: { id: 'without-address' } });
    expect((await signUp(name)).end.error.code).toBe('provider-email-missing');
  });

  test('is given the secret as its documentation says', async () => {
    publishPlain(token, { [page]: { id: 'any' } });
    await signUp(name);
    const { headers, body } = tokenCall();
    const [, basic = ''] = headers.get('authorization')?.split('Basic ') ?? [];
    if (name === 'spotify') expect(decodeURIComponent(atob(basic))).toBe('client-of-ours:secret-of-ours');
    else expect(body.get('client_secret')).toBe('secret-of-ours');
  });
});
