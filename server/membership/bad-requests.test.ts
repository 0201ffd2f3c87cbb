import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  goodPassword,
  newEmail,
  startTestMembership,
  type CallOptions,
  type TestMembership,
} from '../testing/membership.ts';

let product: TestMembership;
let token: string;
beforeAll(async () => {
  product = await startTestMembership();
  const { email, token: own } = await product.buildMember();
  token = own;
  // Until the queued mail is composed, the outbox would change by itself.
  await product.mailsTo(email);
});
afterAll(() => product.stop());

/** Tables to compare. Counters of attempts may change. */
async function contents(): Promise<string> {
  const tables = [
    'site',
    'plan',
    'price',
    'member',
    'plan_connection',
    'session',
    'mailed_code',
    'verification_link',
    'mail_outbox',
  ];
  const parts = tables.map(
    (table) => `(select coalesce(string_agg(t::text, '' order by t::text), '') from ${table} t)`,
  );
  const { rows } = await product.database.pool.query(`select md5(${parts.join(' || ')}) as sum`);
  return rows[0].sum;
}

/** Every call that takes a body, with a valid one. */
const bodies: Record<string, Record<string, unknown>> = {
  '/auth/signup': { email: newEmail(), password: goodPassword },
  '/auth/signup?isPasswordless=true': { email: newEmail(), passwordlessToken: '123456' },
  '/auth/login': { email: newEmail(), password: goodPassword },
  '/auth/passwordless/login/send': { email: newEmail() },
  '/auth/passwordless/signup/send': { email: newEmail() },
  '/auth/passwordless/login': { email: newEmail(), passwordlessToken: '123456' },
  '/auth/send-reset-password-email': { email: newEmail() },
  '/auth/reset-password': { token: '123456', newPassword: goodPassword },
  '/member': { customFields: {} },
  '/member-auth': { email: newEmail() },
  '/member/set-password': { password: goodPassword },
};

const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 2_100 }, (_, count) => [`key${count}`, 1])));

const badTexts: [string, string, number][] = [
  ['not JSON', '{"email":', 400],
  ['half of JSON', '{"email":"a@example.org"', 400],
  ['nothing', '', 400],
  ['a list', '[]', 400],
  ['a text', '"hello"', 400],
  ['null', 'null', 400],
  ['a number', '1e999', 400],
  ['an object without anything', '{}', 400],
  ['a changed prototype', '{"__proto__":{"email":"a@example.org","verified":true}}', 400],
  ['a changed constructor', '{"constructor":{"prototype":{"verified":true}}}', 400],
  ['a deep object', deep(60), 400],
  ['a very deep object', deep(10_000), 400],
  ['a wide object', wide, 400],
  ['a huge text', JSON.stringify({ email: 'x'.repeat(100_000) }), 413],
  ['bytes that are no text', '\u0000\u0001\u0002', 400],
];

const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json, text/plain',
  'application/vnd.api+json',
];

describe.for(Object.entries(bodies))('POST %s', ([path, good]) => {
  /** The outcome of a request: its status, whether the answer has code and sentence, whether data changed. */
  const attempt = async (options: CallOptions) => {
    const before = await contents();
    const { status, error, text } = await product.call('POST', path, { token, ...options });
    const isExplained = /^[a-z-]+$/.test(error.code) && /^[A-Z].+\S$/.test(error.message);
    const isDiscreet = !/node_modules|\.ts:|select |Error:/.test(text);
    return { status, isExplained, isDiscreet, isUnchanged: (await contents()) === before };
  };
  const refused = (status: number) => ({ status, isExplained: true, isDiscreet: true, isUnchanged: true });

  test.for(badTexts)('refuses %s', async ([, body, status]) => {
    expect(await attempt({ body })).toEqual(refused(status));
  });

  test('names the field of a form that is missing', async () => {
    // These two have none that is needed by itself.
    for (const key of ['/member', '/member-auth'].includes(path) ? [] : Object.keys(good))
      for (const value of [undefined, null]) {
        const { status, error } = await product.post(path, { ...good, [key]: value }, { token });
        expect([status, error.code, error.field]).toEqual([400, 'required-field-missing', key]);
      }
  });

  test('refuses keys it does not know', async () => {
    expect(await attempt({ body: { ...good, isAdmin: true } })).toEqual(refused(400));
  });

  test('refuses values of another type in every field', async () => {
    const values = [1, true, [], ['x'], [['x']], null, { a: { b: 1 } }];
    for (const key of Object.keys(good))
      for (const value of values) expect(await attempt({ body: { ...good, [key]: value } })).toEqual(refused(400));
  });

  test('refuses characters that cannot be stored, in every text', async () => {
    for (const key of Object.keys(good))
      for (const odd of ['\u0000', 'a\u0000b', '\ud800', 'a\udfff'])
        expect(await attempt({ body: { ...good, [key]: odd } })).toEqual(refused(400));
  });

  test('refuses what is not application/json', async () => {
    for (const type of otherTypes)
      expect(await attempt({ body: good, headers: { 'content-type': type } })).toEqual(refused(415));
  });

  test('refuses a request without a key', async () => {
    expect(await attempt({ body: good, headers: { 'x-api-key': undefined } })).toEqual(refused(401));
  });

  test('refuses a foreign page', async () => {
    expect(await attempt({ body: good, headers: { origin: 'https://evil.example' } })).toEqual(refused(403));
  });

  test('answers other methods with the allowed ones', async () => {
    const [address] = path.split('?');
    const answer = await product.call('PUT', address!, { body: good });
    expect([answer.status, answer.error.code]).toEqual([405, 'method-not-allowed']);
    expect(answer.headers['allow']).toContain('POST');
    expect((await product.call('GET', address!, { headers: { 'x-http-method-override': 'POST' } })).status).not.toBe(
      500,
    );
  });
});

describe('a refusal before routing', () => {
  const page = 'http://localhost:4000';
  const keyless = { 'x-api-key': undefined };
  test.for([
    ['an unknown address', 'GET', '/nowhere', keyless, 404],
    ['no key', 'GET', '/app', keyless, 401],
    ['another type', 'POST', '/auth/login', { 'content-type': 'text/plain' }, 415],
    ['a compressed body', 'POST', '/auth/login', { 'content-encoding': 'gzip' }, 415],
    ['another method without a key', 'PUT', '/auth/login', keyless, 405],
    ['a query with NUL', 'GET', '/app?x=%00', {}, 400],
    ['an address that is no text', 'GET', '/app/plans/%ff', {}, 400],
    ['a part of an address that is too long', 'GET', `/app/plans/${'x'.repeat(763)}`, {}, 400],
  ] as const)('for %s can be read by our pages and by no foreign one', async ([, method, path, headers, status]) => {
    const ask = (origin: string) =>
      product.call(method, path, { headers: { ...headers, origin }, ...(method === 'GET' ? {} : { body: {} }) });
    const own = await ask(page);
    expect([own.status, own.headers['access-control-allow-origin']]).toEqual([status, page]);
    expect((await ask('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.for(['/app/plans/%ff', '/app?x=%00'])('has a preflight that lets it be read: %s', async (path) => {
    const headers = { ...keyless, origin: page, 'access-control-request-method': 'GET' };
    const answer = await product.call('OPTIONS', path, { headers });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, page]);
  });
});

describe('addresses', () => {
  test.for(['/Auth/login', '/auth/login/', '/auth/login.json', '/auth//login', '/.env', '/%00', '/app/plans/a/b'])(
    '%s is not one of ours',
    async (path) => {
      const { status, error } = await product.call('POST', path, { body: {}, token });
      expect([404, 400]).toContain(status);
      expect(error.code).toMatch(/^(not-found|invalid-request)$/);
    },
  );

  test('a query with a repeated or invalid parameter is refused', async () => {
    for (const query of [
      'isPasswordless=true&isPasswordless=false',
      'isPasswordless=%00',
      'isPasswordless=%ED%A0%80',
      'isPasswordless=yes',
      'isPasswordless',
    ])
      expect((await product.post(`/auth/signup?${query}`, bodies['/auth/signup'])).status).toBe(400);
  });
});
