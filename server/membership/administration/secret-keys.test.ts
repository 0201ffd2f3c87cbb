import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { buildServer, type TestServer } from '../../testing/administration.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { createSecretKey, revokeSecretKey, warnOfExpiringKeys } from './secret-keys.ts';

let product: TestMembership;
let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  product = await startTestMembership();
  server = await buildServer(product, 'app_demo', 'club server');
  other = await buildServer(product, 'app_live');
});
afterAll(() => product.stop());

const build = async () => (await server.call('POST', '/admin/members', { email: newEmail() })).data;
const outcome = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

describe('a key', () => {
  const paths = [
    ['GET', '/admin/members'],
    ['POST', '/admin/members'],
    ['GET', '/admin/app'],
    ['PUT', '/admin/app'],
    ['GET', '/admin/webhooks/deliveries'],
  ] as const;

  test.for([
    ['missing', () => undefined],
    ['unknown', () => `sk_sb_${'a'.repeat(48)}`],
    ['public', () => 'pk_sb_demo'],
    ['cut short', () => server.key.slice(0, -1)],
    ['in other letters', () => server.key.toUpperCase()],
    ['the id of a key', () => server.id],
    ['sent as a bearer token', () => undefined],
  ] as [string, () => string | undefined][])('that is %s opens nothing', async ([about, key]) => {
    for (const [method, path] of paths) {
      const headers = about.includes('bearer') ? { authorization: `Bearer ${server.key}` } : {};
      const answer = await product.call(method, path, { headers: { 'x-api-key': key(), ...headers } });
      expect(outcome(answer)).toEqual([401, 'invalid-secret-key']);
    }
  });

  test('opens nothing that pages use', async () => {
    for (const path of ['/app', '/member'])
      expect(outcome(await server.call('GET', path))).toEqual([401, 'app-not-found']);
  });

  test('opens its own site alone', async () => {
    const member = await build();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { verified: true }],
      ['DELETE', '', undefined],
      ['POST', '/add-plan', { planId: 'pln_demo_free' }],
      ['POST', '/remove-plan', { planId: 'pln_demo_free' }],
    ] as const)
      for (const name of [member.id, member.auth.email])
        expect(outcome(await other.call(method, `/admin/members/${name}${path}`, body))).toEqual([
          404,
          'member-not-found',
        ]);
    expect((await server.call('GET', `/admin/members/${member.id}`)).data).toEqual(member);
  });

  test('that is revoked is refused from the next request on', async () => {
    const leaving = await buildServer(product, 'app_demo', 'old server');
    expect((await leaving.call('GET', '/admin/members')).status).toBe(200);
    await revokeSecretKey(product.services.db, { siteId: 'app_demo', id: leaving.id, actor: 'a test' });
    expect(outcome(await leaving.call('GET', '/admin/members'))).toEqual([401, 'invalid-secret-key']);
  });

  test('that has expired is answered as one that never was, and is not revoked any more', async () => {
    const { db } = product.services;
    const made = await createSecretKey(db, {
      site: { id: 'app_demo', mode: 'sandbox' },
      label: 'for a season',
      actor: 'a test',
      days: 90,
    });
    const ask = () => product.call('GET', '/admin/members', { headers: { 'x-api-key': made.key } });
    expect((await ask()).status).toBe(200);
    const { rows } = await product.database.pool.query(
      `select expires_at - created_at = interval '90 days' as fits from secret_key where id = $1`,
      [made.id],
    );
    expect(rows).toEqual([{ fits: true }]);
    await product.database.pool.query('update secret_key set expires_at = now() where id = $1', [made.id]);
    const unknown = await product.call('GET', '/admin/members', {
      headers: { 'x-api-key': `sk_sb_${'a'.repeat(48)}` },
    });
    const expired = await ask();
    expect([expired.status, expired.error]).toEqual([unknown.status, unknown.error]);
    expect(outcome(expired)).toEqual([401, 'invalid-secret-key']);
    expect(await revokeSecretKey(db, { siteId: 'app_demo', id: made.id, actor: 'a test' })).toBe(false);
  });

  test('that expires soon is logged, and no other', async () => {
    const { db } = product.services;
    const makeKey = async (label: string, days?: number) =>
      (await createSecretKey(db, { site: { id: 'app_live', mode: 'live' }, label, actor: 'a test', days })).id;
    const soon = await makeKey('ends soon', 13);
    await makeKey('ends later', 15);
    await makeKey('ends never');
    const gone = await makeKey('revoked', 2);
    await revokeSecretKey(db, { siteId: 'app_live', id: gone, actor: 'a test' });
    let logged = '';
    const log = createLog(
      'warn',
      new PassThrough().on('data', (text) => (logged += String(text))),
    );
    await warnOfExpiringKeys({ db, log });
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      expect.objectContaining({ key: soon, site: 'app_live', label: 'ends soon', expiresAt: expect.any(String) }),
    ]);
  });

  test('lies in the database as a hash alone', async () => {
    const { pool } = product.database;
    const { rows } = await pool.query<{ table: string; text: string }>(
      `select 'secret_key' as table, row_to_json(k)::text as text from secret_key k
       union all select 'audit_entry', row_to_json(a)::text from audit_entry a`,
    );
    expect(rows.some(({ text }) => text.includes(server.id))).toBe(true);
    expect(rows.filter(({ text }) => text.includes(server.key.slice(6)))).toEqual([]);
  });
});

describe('pages', () => {
  const origins = ['http://localhost:5173', 'https://club.example', 'null', 'http://localhost:4000'];

  test.for(origins)('of %s are refused, right key or not, and cannot read the refusal', async (origin) => {
    for (const key of [server.key, 'pk_sb_demo']) {
      const answer = await product.call('GET', '/admin/members', { headers: { 'x-api-key': key, origin } });
      expect(outcome(answer)).toEqual([403, 'origin-not-allowed']);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.for(origins)('of %s get no leave to ask', async (origin) => {
    const headers = { origin, 'access-control-request-method': 'GET', 'x-api-key': undefined };
    for (const path of [
      '/admin/members',
      '/admin/members/mem_sb_x',
      '/admin/nothing',
      '/admin',
      '/%61dmin/members?a=%zz',
    ]) {
      const answer = await product.call('OPTIONS', path, { headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test('an address gets 25 answers a second, and then has to wait', async () => {
  const from = '10.9.8.7';
  const ask = () => server.call('GET', '/admin/members?limit=1', undefined, { from });
  const first = await ask();
  // It does not end while the others run: a busy machine takes longer for them than a second.
  const { rows } = await product.database.pool.query<{ left: number }>(
    `update rate_limit set expire = expire + 600000 where key = 'administration:' || $1
     returning (expire - extract(epoch from now()) * 1000)::float as left`,
    [from],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.left).toBeLessThanOrEqual(601_000);
  const answers = [first, ...(await Promise.all(Array.from({ length: 59 }, ask)))];
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
  expect(refused).toHaveLength(35);
  for (const { error, headers } of refused) {
    expect(error.code).toBe('too-many-requests');
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  const elsewhere = await server.call('GET', '/admin/members?limit=1', undefined, { from: '10.9.8.8' });
  expect(elsewhere.status).toBe(200);
});

test('every act stands in the audit trail, without values', async () => {
  const auditor = await buildServer(product, 'app_demo', 'night import');
  const member = (await auditor.call('POST', '/admin/members', { email: newEmail(), password: goodPassword })).data;
  const path = `/admin/members/${member.id}`;
  await auditor.call('PATCH', path, { verified: true, customFields: { workshop: 'Glass' }, metaData: { crm: 'x-99' } });
  await auditor.call('POST', `${path}/add-plan`, { planId: 'pln_demo_free' });
  await auditor.call('POST', `${path}/remove-plan`, { planId: 'pln_demo_free' });
  await auditor.call('DELETE', path);
  await auditor.call('PATCH', path, { verified: true });
  await auditor.call('GET', '/admin/members');
  const { rows } = await product.database.pool.query(
    `select site_id, action, subject, note from audit_entry where actor = 'night import' order by id`,
  );
  expect(rows).toEqual(
    [
      ['member.created', ''],
      ['member.updated', 'customFields.workshop, metaData.crm, verified'],
      ['plan.added', 'pln_demo_free'],
      ['plan.removed', 'pln_demo_free'],
      ['member.deleted', ''],
    ].map(([action, note]) => ({ site_id: 'app_demo', action, subject: member.id, note })),
  );
});
