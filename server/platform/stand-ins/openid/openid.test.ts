import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { createPopupBrowser, type PageSeen } from '../../../testing/popup-browser.ts';
import { createHttpServer } from '../../http/server.ts';
import type { Http } from '../../http/typed.ts';
import { createLog } from '../../log.ts';
import { createOpenIdStandIn } from './openid.ts';
import { trimOpenId } from './openid.jobs.ts';

let database: TestDatabase;
let app: Http;
let publicUrl: string;

async function start(port: number): Promise<Http> {
  const log = createLog('silent');
  const server = createHttpServer({ log, trustedProxies: [] });
  const standIn = createOpenIdStandIn({
    db: database.db,
    publicUrl,
    secret: 'a secret that stays as it is over restarts',
    findClient: async (id) =>
      id === 'app_one' ? { name: 'Riverbend <Makers>', clientSecret: 'one', callbackPath: '/back' } : undefined,
    log,
  });
  await server.register(async (scoped) => standIn.routes(scoped as unknown as Http));
  await server.listen({ port, host: '127.0.0.1' });
  return server;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  app = await start(port);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const ask = (changes: Record<string, string> = {}) =>
  `${publicUrl}/dev/oidc/auth?${new URLSearchParams({
    client_id: 'app_one',
    redirect_uri: `${publicUrl}/back`,
    response_type: 'code',
    scope: 'openid email',
    state: 'state-of-mine',
    nonce: 'nonce-of-mine',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  })}`;

/** Signs in as a person, up to the redirect to the relying party. */
async function signIn(fields: Record<string, string>, changes?: Record<string, string>): Promise<PageSeen> {
  const browser = createPopupBrowser();
  return browser.submit(await browser.open(ask(changes)), fields);
}

async function redeem(url: URL, secret = 'one') {
  const answer = await fetch(`${publicUrl}/dev/oidc/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`app_one:${secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: url.searchParams.get('code')!,
      redirect_uri: `${publicUrl}/back`,
      code_verifier: verifier,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function claimsFor(fields: Record<string, string>) {
  const { url } = await signIn(fields);
  const { body } = await redeem(url);
  const keys = createRemoteJWKSet(new URL(`${publicUrl}/dev/oidc/jwks`));
  const { payload } = await jwtVerify(body['id_token']!, keys, {
    algorithms: ['ES256'],
    issuer: `${publicUrl}/dev/oidc`,
    audience: 'app_one',
  });
  const userInfo = await fetch(`${publicUrl}/dev/oidc/me`, {
    headers: { authorization: `Bearer ${body['access_token']}` },
  });
  return { token: payload, userInfo: (await userInfo.json()) as Record<string, unknown> };
}

describe('the page', () => {
  test('names the site, loads nothing and runs nothing', async () => {
    const { text, headers, status } = await createPopupBrowser().open(ask());
    expect(status).toBe(200);
    expect(text).toContain('Sign in to Riverbend &lt;Makers&gt;');
    expect(text).not.toMatch(/<script|https?:\/\/|@import|url\((?!\/docs\/)/);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'/,
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    // With `no-referrer` browsers would send the form with `Origin: null`.
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('refuses a form of another origin (CSRF)', async () => {
    const browser = createPopupBrowser();
    const page = await browser.open(ask());
    const answer = await fetch(page.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example' },
      body: 'person=Robin+Reed',
    });
    expect(answer.status).toBe(403);
  });

  test('asks again for what is no address', async () => {
    const { status, text } = await signIn({ email: 'nobody' });
    expect(status).toBe(400);
    expect(text).toContain('Please enter an email address.');
  });

  test('says that a sign-in has ended, to a browser that did not begin it', async () => {
    const { url } = await createPopupBrowser().open(ask());
    const { status, text } = await createPopupBrowser().open(url.href);
    expect(status).toBe(400);
    expect(text).toContain('This sign-in has ended.');
  });

  test('asks for the person at every sign-in', async () => {
    const browser = createPopupBrowser();
    const first = await browser.submit(await browser.open(ask()), { person: 'Robin Reed' });
    expect(first.url.pathname).toBe('/back');
    const second = await browser.open(ask());
    expect(second.text).toContain('Choose who you are.');
    expect((await browser.submit(second, { person: 'Sam Sandoval' })).url.searchParams.get('code')).not.toBeNull();
  });
});

test('its own address says what it is', async () => {
  const { status, text } = await createPopupBrowser().open(`${publicUrl}/dev/oidc`);
  expect(status).toBe(200);
  expect(text).toContain(`<dt>Issuer</dt><dd><code>${publicUrl}/dev/oidc</code>`);
});

describe('the protocol', () => {
  test('an answer has nonce, state, issuer and signature', async () => {
    const back = await signIn({ person: 'Robin Reed' });
    expect(Object.fromEntries(back.url.searchParams)).toMatchObject({
      state: 'state-of-mine',
      iss: `${publicUrl}/dev/oidc`,
    });
    const { token, userInfo } = await claimsFor({ person: 'Robin Reed' });
    expect(token).toMatchObject({ nonce: 'nonce-of-mine', sub: expect.stringMatching(/^[\w-]{22}$/) });
    expect(userInfo).toEqual({ sub: token.sub, email: 'robin.reed@provider.example', email_verified: true });
  });

  test('an address is verified, unverified or withheld, as the person chooses', async () => {
    const { userInfo: unconfirmed } = await claimsFor({ person: 'Sam Sandoval' });
    expect(unconfirmed).toMatchObject({ email: 'sam.sandoval@provider.example', email_verified: false });
    const { userInfo: nameless } = await claimsFor({ person: 'Toni Tran' });
    expect(nameless).toEqual({ sub: expect.any(String) });
    const { userInfo: typed } = await claimsFor({ email: ' Ana@Example.org', confirmed: 'yes' });
    expect(typed).toMatchObject({ email: 'ana@example.org', email_verified: true });
  });

  test('subject and signing key are stable over restarts', async () => {
    const before = await claimsFor({ email: 'ana@example.org' });
    const { keys } = (await (await fetch(`${publicUrl}/dev/oidc/jwks`)).json()) as { keys: unknown[] };
    await app.close();
    app = await start(Number(new URL(publicUrl).port));
    // Keep-alive connections to the old process end at their next use.
    await eventually(() =>
      fetch(publicUrl).then(
        () => true,
        () => false,
      ),
    );
    const after = await claimsFor({ email: 'ana@example.org', name: 'Ana' });
    expect(after.token.sub).toBe(before.token.sub);
    expect(((await (await fetch(`${publicUrl}/dev/oidc/jwks`)).json()) as { keys: unknown[] }).keys).toEqual(keys);
    expect((await claimsFor({ email: 'eve@example.org' })).token.sub).not.toBe(before.token.sub);
  });

  test('a cancelled sign-in redirects with access_denied', async () => {
    const { url } = await signIn({ cancel: 'yes' });
    expect(url.searchParams.get('error')).toBe('access_denied');
  });

  test('a code works once, with the right secret and verifier', async () => {
    const { url } = await signIn({ person: 'Robin Reed' });
    expect(await redeem(url, 'two')).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await redeem(url)).status).toBe(200);
    expect(await redeem(url)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test.for<[string, Record<string, string>, RegExp]>([
    ['an unknown client', { client_id: 'app_two' }, /client is invalid/],
    ['another address to return to', { redirect_uri: 'http://localhost:1/back' }, /redirect_uri/],
  ])('%s gets a page that says so', async ([, changes, words]) => {
    const { status, text, headers } = await createPopupBrowser().open(ask(changes));
    expect(status).toBe(400);
    expect(text).toMatch(words);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('its addresses ignore the Host header of a request', async () => {
    const answer = await fetch(`${publicUrl}/dev/oidc/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' },
    });
    const { issuer, ...metadata } = (await answer.json()) as Record<string, unknown>;
    expect(issuer).toBe(`${publicUrl}/dev/oidc`);
    expect(JSON.stringify(metadata)).not.toContain('elsewhere');
  });
});

test('expired rows are deleted', async () => {
  await database.pool.query(
    "update openid_stand_in set expires_at = now() - interval '1 second' where model <> 'Person'",
  );
  await trimOpenId(database.db).run({});
  const { rows } = await database.pool.query('select distinct model from openid_stand_in');
  expect(rows).toEqual([{ model: 'Person' }]);
});
