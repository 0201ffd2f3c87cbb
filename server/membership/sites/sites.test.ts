import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttpServer } from '../../platform/http/server.ts';
import { declareSite } from '../../testing/declare-site.ts';
import {
  goodPassword,
  liveSite,
  newEmail,
  startTestMembership,
  type TestMembership,
} from '../../testing/membership.ts';
import { createMembership } from '../index.ts';
import { acceptsOrigin } from './site.ts';
import { createSites } from './sites.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const live = (origin: string | undefined, more: Record<string, string> = {}) => ({
  headers: { 'x-api-key': 'pk_live', origin, ...more },
});

describe('GET /app', () => {
  test('answers with the public facts of a site', async () => {
    const { status, data } = await product.call('GET', '/app?includeSSOText=undefined');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: 'app_demo',
      mode: 'sandbox',
      captchaRequired: false,
      allowMemberSelfDelete: true,
      additionalAuthMethods: { passwordless: { enabled: true, isDefault: false } },
      authProviders: [{ provider: 'local', name: 'Local account', icon: null, order: null }],
      branding: {
        logo: null,
        logoDark: null,
        appearance: 'light',
        density: 'comfortable',
        colors: { lightMode: { primaryButton: '#1E5C41' }, darkMode: {} },
      },
    });
    expect(data.contentGroups).toHaveLength(2);
    expect(data.plans.map((plan: { id: string }) => plan.id)).toEqual([
      'pln_demo_free',
      'pln_demo_guest',
      'pln_demo_maker',
      'pln_demo_team',
    ]);
    expect(data.customFields.find((field: { key: string }) => field.key === 'membership-number')).toEqual({
      key: 'membership-number',
      label: 'Membership number',
      hidden: false,
      visibility: 'PRIVATE',
      restrictToAdmin: true,
      type: 'text',
      askAtSignup: true,
      order: 7,
    });
    expect(data.customFields.find((field: { key: string }) => field.key === 'newsletter').type).toBe('boolean');
  });

  test('does not disclose allowed origins and who writes which field', async () => {
    const { text } = await product.call('GET', '/app', live(undefined));
    expect(text).not.toContain('club.example');
    expect(text).not.toMatch(/sk_|secret|writableBy|ownPages/i);
    // Only the key of the request.
    expect(text.match(/pk_\w+/g)).toHaveLength(1);
  });

  test('has the texts of a single sign-on page only on request', async () => {
    for (const query of ['', '?includeSSOText=', '?includeSSOText=undefined', '?utm=1'])
      expect((await product.call('GET', `/app${query}`)).data).not.toHaveProperty('ssoText');
    expect((await product.call('GET', '/app?includeSSOText=login')).data.ssoText).toEqual({});
    const { data } = await product.call('GET', '/app?includeSSOText=login', live(undefined));
    expect(data.ssoText).toEqual({ login: 'Log in with your club card' });
  });

  test('names its parts in the same order each time', async () => {
    const [one, two] = [await product.call('GET', '/app'), await product.call('GET', '/app')];
    expect(one.text).toBe(two.text);
    expect(Object.keys(one.data).slice(0, 4)).toEqual(['id', 'name', 'mode', 'plans']);
  });

  test('discloses no secret, no content and no internal rule', async () => {
    const { text } = await product.call('GET', '/app');
    expect(text).not.toMatch(
      /secret|clientId|issuer|coupon|WELCOME|blockedWords|allowedEmailDomains|writableBy|beech/i,
    );
  });

  test('shows no address that runs a script, even if one is in the database', async () => {
    const script = ['javascript', 'alert(1)'].join(':');
    const { pool } = product.database;
    await pool.query(`update site set settings = settings || $1::jsonb where id = 'app_live'`, [
      JSON.stringify({
        ssoSignupButtonUrl: script,
        branding: { logo: script, logoDark: script, colors: { lightMode: {} } },
        authProviders: [{ provider: 'google', name: 'Google', icon: script, order: null, clientId: 'c' }],
      }),
    ]);
    const membership = createMembership({ ...product.services });
    const app = createHttpServer({ log: product.services.log, trustedProxies: [] });
    onTestFinished(() => app.close());
    membership.routes(app);
    const answer = await app.inject({ method: 'GET', url: '/app', headers: { 'x-api-key': 'pk_live' } });
    expect(answer.payload).not.toContain('alert');
    expect(answer.json().data).toMatchObject({
      ssoSignupButtonURL: null,
      // What was stored before a site could say them is what holds where nothing is said.
      branding: { logo: null, logoDark: null, appearance: 'light', density: 'comfortable', colors: { darkMode: {} } },
    });
  });

  test('is cached for a minute for visitors, and not for members', async () => {
    const visitor = await product.call('GET', '/app');
    expect(visitor.headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      vary: 'Origin, Authorization, Cookie, X-API-Key, X-App-ID',
      'x-content-type-options': 'nosniff',
    });
    const { token } = await product.buildMember();
    const member = await product.call('GET', '/app', { token });
    expect(member.headers).toMatchObject({ 'cache-control': 'private, no-store' });
  });
});

describe('GET /app/plans/{planId}', () => {
  test('shows one plan with its prices', async () => {
    const { data } = await product.call('GET', '/app/plans/pln_demo_maker');
    expect(data).toMatchObject({ id: 'pln_demo_maker', priority: 1, status: 'ACTIVE' });
    expect(data.prices[0]).toEqual({
      id: 'prc_demo_maker_monthly',
      name: 'Monthly',
      type: 'SUBSCRIPTION',
      status: 'ACTIVE',
      amount: 19,
      currency: 'NZD',
      interval: { type: 'MONTHLY', count: 1 },
    });
  });

  test.for(['pln_unknown', 'pln_enrolled', '__proto__', '%00', 'x'.repeat(150)])('refuses %s', async (planId) => {
    const { status, error } = await product.call('GET', `/app/plans/${planId}`);
    expect([status, error.code]).toEqual([404, 'plan-not-found']);
  });
});

describe('a change', () => {
  test('is visible within ten seconds, and is loaded in the background', async () => {
    const { services, database } = product;
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const sites = createSites(services.db, services.appUrl);
    const change = (name: string) => database.pool.query(`update site set name = $1 where id = 'app_live'`, [name]);
    const name = async () => (await sites.get('app_live')).name;
    const before = await name();
    await change('After a while');
    vi.advanceTimersByTime(4_900);
    expect(await name()).toBe(before);
    vi.advanceTimersByTime(1_000);
    expect(await name()).toBe(before);
    await expect.poll(name).toBe('After a while');
    await change('After a long while');
    vi.advanceTimersByTime(10_000);
    expect(await name()).toBe('After a long while');
    await change(before);
  });

  test('that creates a site is visible at once by its id', async () => {
    const { services } = product;
    const sites = createSites(services.db, services.appUrl);
    await sites.get('app_live');
    await declareSite(services.db, { ...liveSite, id: 'app_young', publicKey: 'pk_young' }, services.keys);
    expect((await sites.get('app_young')).name).toBe('Harbour Club');
    await expect(sites.get('app_never')).rejects.toThrow('There is no site app_never.');
  });

  test('of our own address applies to issuers with the placeholder', async () => {
    const { services } = product;
    const sites = createSites(services.db, 'https://intake.example');
    expect((await sites.get('app_demo')).authProviders[0]!.issuer).toBe('https://intake.example/dev/oidc');
  });
});

describe('the public key', () => {
  test.for([
    ['no key', { 'x-api-key': undefined }],
    ['an unknown key', { 'x-api-key': 'pk_sb_other' }],
    ['part of a key', { 'x-api-key': 'pk_sb' }],
    ['the name of an object’s property', { 'x-api-key': '__proto__' }],
    ['another site’s app id', { 'x-app-id': 'app_enrolment' }],
    ['an unknown app id', { 'x-app-id': 'app_other' }],
    ['the key as bearer', { 'x-api-key': undefined, authorization: 'Bearer pk_sb_demo' }],
  ] as [string, Record<string, string | undefined>][])('is refused: %s', async ([, headers]) => {
    for (const [method, path] of [
      ['GET', '/app'],
      ['GET', '/member'],
      ['POST', '/auth/login'],
      ['POST', '/member/logout'],
    ] as const) {
      const { status, error } = await product.call(method, path, { headers });
      expect([status, error.code]).toEqual([401, 'app-not-found']);
    }
  });

  test('is accepted with its own app id alone', async () => {
    expect((await product.call('GET', '/app', { headers: { 'x-app-id': 'app_demo' } })).status).toBe(200);
  });
});

describe('origins', () => {
  const listed = 'https://club.example';

  test.for([listed, 'https://www.club.example:8443'])('%s of the list may read answers', async (origin) => {
    const { status, headers } = await product.call('GET', '/app', live(origin));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    });
  });

  test.for([
    'null',
    'https://club.example.evil.example',
    'https://evil-club.example',
    'https://sub.club.example',
    'http://club.example',
    'https://club.example:444',
    'https://club.example@evil.example',
    'https://club.example/',
    'https://CLUB.example',
    'https://www.club.example',
    'http://localhost:3000',
    '*',
    '',
  ])('%j is not on the list of a live site', async (origin) => {
    const before = (await product.database.pool.query('select count(*)::int from member')).rows[0].count;
    for (const [method, path] of [
      ['GET', '/app'],
      ['POST', '/auth/signup'],
    ] as const) {
      const body = method === 'POST' ? { email: newEmail(), password: goodPassword } : undefined;
      const { status, error, headers } = await product.call(method, path, { ...live(origin), body });
      expect([status, error.code]).toEqual([403, 'origin-not-allowed']);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    expect((await product.database.pool.query('select count(*)::int from member')).rows[0].count).toBe(before);
  });

  test('a site in test mode also takes pages of the visitor’s own machine', async () => {
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:8080'])
      expect((await product.call('GET', '/app', { headers: { origin } })).headers['access-control-allow-origin']).toBe(
        origin,
      );
    for (const origin of ['http://localhost.evil.example', 'http://127.0.0.1.evil.example', 'https://club.example'])
      expect((await product.call('GET', '/app', { headers: { origin } })).status).toBe(403);
  });

  test('a site with pages of ours takes those of the visitor’s own machine only while ours are there, too', async () => {
    const site = { ...(await product.services.sites.get('app_demo')), ownPages: true };
    const local = 'http://localhost:5173';
    expect(acceptsOrigin(site, local, 'http://localhost:4000')).toBe(true);
    expect(acceptsOrigin(site, local, 'https://enrol.example')).toBe(false);
    expect(acceptsOrigin(site, 'https://enrol.example', 'https://enrol.example')).toBe(true);
    expect(acceptsOrigin({ ...site, ownPages: false }, local, 'https://enrol.example')).toBe(true);
  });

  test('requests without an origin are accepted', async () => {
    const { status, headers } = await product.call('GET', '/app', live(undefined));
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  test('a cross-site request without an origin changes nothing (CSRF)', async () => {
    const body = { email: newEmail(), password: goodPassword };
    const hidden = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await product.post('/auth/signup', body, hidden)).error.code).toBe('origin-not-allowed');
    const named = { headers: { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:5173' } };
    expect((await product.post('/auth/signup', body, named)).status).toBe(200);
  });

  test('refusals of every kind can be read by the page that asked', async () => {
    const answers = [
      await product.call('GET', '/no/such/address', live(listed)),
      await product.call('GET', '/no/such/address', live(listed, { 'x-api-key': 'pk_unknown' })),
      await product.call('DELETE', '/auth/login', live(listed)),
      await product.call('GET', '/app', live(listed, { 'x-api-key': 'pk_unknown' })),
      await product.post('/auth/login', '{', live(listed)),
      await product.post('/auth/login', { email: newEmail(), password: 'wrong-password-9' }, live(listed)),
      await product.post('/member', { customFields: {} }, live(listed)),
      await product.post('/auth/login', 'x', live(listed, { 'content-type': 'text/plain' })),
      await product.post('/auth/login', { email: 'x'.repeat(70_000), password: '' }, live(listed)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 405, 401, 400, 401, 401, 415, 413]);
    for (const { headers, error } of answers) {
      expect(headers['access-control-allow-origin']).toBe(listed);
      expect(headers['access-control-allow-credentials']).toBe('true');
      expect(error.code).toBeTruthy();
      expect(error.message).toBeTruthy();
    }
  });

  test('a preflight, which carries no key, is allowed to any site’s origin and no other', async () => {
    const preflight = (origin: string) =>
      product.call('OPTIONS', '/auth/login', {
        headers: {
          'x-api-key': undefined,
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-api-key',
        },
      });
    const allowed = await preflight(listed);
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      vary: expect.stringContaining('Origin'),
    });
    const names = String(allowed.headers['access-control-allow-headers']).split(', ');
    for (const name of 'authorization content-type referring-path x-api-key x-app-id x-session-id x-user-agent'.split(
      ' ',
    ))
      expect(names).toContain(name);
    const foreign = await preflight('https://evil.example');
    expect(Object.keys(foreign.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
