import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const live = (origin: string | undefined, more: Record<string, string> = {}) => ({
  headers: { 'x-api-key': 'pk_live', origin, ...more },
});

describe('GET /app', () => {
  test('tells what any visitor may know of a site', async () => {
    const { status, data } = await product.call('GET', '/app?includeSSOText=undefined');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: 'app_demo',
      mode: 'sandbox',
      captchaRequired: false,
      allowMemberSelfDelete: true,
      additionalAuthMethods: { passwordless: { enabled: true, isDefault: false } },
      authProviders: [{ provider: 'local', name: 'Local account', icon: null, order: null }],
      branding: { logo: null, colors: { lightMode: { primaryButton: '#1E5C41' } } },
    });
    expect(data.contentGroups).toHaveLength(2);
    expect(data.plans.map((plan: { id: string }) => plan.id)).toEqual([
      'pln_demo_maker',
      'pln_demo_team',
      'pln_demo_free',
    ]);
    expect(data.customFields.find((field: { key: string }) => field.key === 'membership-number')).toEqual({
      key: 'membership-number',
      label: 'Membership number',
      hidden: false,
      visibility: 'PRIVATE',
      restrictToAdmin: true,
      order: 5,
    });
  });

  test('keeps to itself which origins are allowed and who writes what', async () => {
    const { text } = await product.call('GET', '/app', live(undefined));
    expect(text).not.toContain('club.example');
    expect(text).not.toMatch(/publicKey|pk_|writableBy|ownPages/);
  });

  test('every answer forbids caches and guessing of types', async () => {
    const { headers } = await product.call('GET', '/app');
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' });
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

  test('is taken with the app id it belongs to', async () => {
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
      vary: 'Origin',
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

  test('programs without an origin are let in', async () => {
    const { status, headers } = await product.call('GET', '/app', live(undefined));
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  test('a request from another site that hides its origin changes nothing', async () => {
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
      vary: 'Origin',
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
