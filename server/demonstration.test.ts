import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPartner } from '../shared/partners.ts';
import { createSecretKey } from './membership/administration/secret-keys.ts';
import type { DemonstrationData } from './membership/index.ts';
import { demonstration } from './migrations/0028-demonstration.ts';
import { createDatabase } from './platform/database/database.ts';
import { readEnv } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { hashPassword } from './platform/password-hashing.ts';
import { createProduct, type Product } from './product.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { startMailSink, type MailSink } from './testing/mail-sink.ts';
import { spawnProduct, untilReady } from './testing/process.ts';
import { productionVariables } from './testing/production.ts';

/** A database that was first started and used in development. */
let database: TestDatabase;
let sink: MailSink;
let before: DemonstrationData;
let shownBefore: Answer;
const found: { sessions: Map<string, string>; secretKey: string; memberOfDemo: string } = {
  sessions: new Map(),
  secretKey: `sk_sb_${randomBytes(24).toString('hex')}`,
  memberOfDemo: '',
};
beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startMailSink();
  const product = await createProduct(readEnv(database.variables), database.url, createLog('silent'));
  before = product.demonstration!;
  for (const member of before.members) found.sessions.set(member.email, tokenOf(await logIn(product, member)));
  shownBefore = await showMember(product, 'app_enrolment', found.sessions.get('eligible@intake.example')!);
  const signedUp = await product.app.inject({
    method: 'POST',
    url: '/auth/signup',
    headers: { 'x-api-key': 'pk_sb_demo' },
    payload: { email: 'passer-by@example.org', password: 'slow-river-lantern-42' },
  });
  found.memberOfDemo = tokenOf(signedUp);
  await database.pool.query(
    `insert into secret_key (id, site_id, label, key_hash) values ('key_a', 'app_demo', 'tried out', sha256($1))`,
    [Buffer.from(found.secretKey)],
  );
  await product.stop();
});
afterAll(async () => {
  await sink.close();
  await database.drop();
});

const keyOf = (appId: string) => before.apps.find((app) => app.appId === appId)!.publicKey;
type Answer = Awaited<ReturnType<Product['app']['inject']>>;
/** The token in the answer of a log-in. @throws TypeError for a refused one */
const tokenOf = (answer: Answer): string =>
  answer.json<{ data: { tokens: { accessToken: string } } }>().data.tokens.accessToken;
const outcome = (answer: Answer) => [answer.statusCode, answer.json<{ error?: { code: string } }>().error?.code];

const logIn = (product: Product, { appId, email, password }: DemonstrationData['members'][number]) =>
  product.app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { 'x-api-key': keyOf(appId) },
    payload: { email, password },
  });

const showMember = (product: Product, appId: string, token: string) =>
  product.app.inject({
    url: '/member',
    headers: { 'x-api-key': keyOf(appId), authorization: `Bearer ${token}` },
  });

async function startInProduction(log = createLog('silent')): Promise<Product> {
  const variables = productionVariables({
    database: database.variables,
    port: await freePort(),
    smtpPort: sink.port,
  });
  return createProduct(readEnv(variables), database.url, log);
}

test('development shows its accounts, and they work', () => {
  expect(before.members).toHaveLength(7);
  expect(found.sessions.size).toBe(7);
  expect(shownBefore.json<{ data: { id: string } }>().data.id).toMatch(/^mem_/);
});

test('the students among them belong to the partner on whose page one press logs them in', async () => {
  const { rows } = await database.pool.query(
    `select distinct site_id as site, partner from member where demonstration order by site_id`,
  );
  expect(rows).toEqual([
    { site: 'app_demo', partner: null },
    { site: 'app_enrolment', partner: defaultPartner },
  ]);
});

describe('once the database is started in production', () => {
  let live: Product;
  let logged = '';
  beforeAll(async () => {
    live = await startInProduction(
      createLog(
        'warn',
        new PassThrough().on('data', (text) => (logged += String(text))),
      ),
    );
  });
  afterAll(() => live.stop());

  test('no published password logs in, and no session of a seeded member runs', async () => {
    for (const member of before.members) {
      const refused = member.appId === 'app_demo' ? 'app-not-found' : 'invalid-credentials';
      expect(outcome(await logIn(live, member))).toEqual([401, refused]);
      const shown = await showMember(live, member.appId, found.sessions.get(member.email)!);
      expect(shown.json<{ data?: { id?: string } | null }>().data?.id).toBeUndefined();
    }
    const { rows } = await database.pool.query(
      `select count(*)::int as left from session join member on member.id = member_id where demonstration`,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  test('a seeded member is refused whichever way they have the right password', async () => {
    const { email } = before.members.find(({ appId }) => appId === 'app_enrolment')!;
    const password = 'set-behind-our-back-7';
    await database.pool.query('update member set password_hash = $2 where email = $1', [
      email,
      await hashPassword(password, { client: 'a test', account: email }),
    ]);
    const answer = await logIn(live, { appId: 'app_enrolment', email, password, about: '' });
    expect(outcome(answer)).toEqual([401, 'invalid-credentials']);
  });

  test('the demonstration site refuses pages, members and secret keys', async () => {
    const shown = await live.app.inject({ url: '/app', headers: { 'x-api-key': 'pk_sb_demo' } });
    expect(outcome(shown)).toEqual([401, 'app-not-found']);
    expect(outcome(await showMember(live, 'app_demo', found.memberOfDemo))).toEqual([401, 'app-not-found']);
    const asked = await live.app.inject({ url: '/admin/members', headers: { 'x-api-key': found.secretKey } });
    expect(outcome(asked)).toEqual([401, 'invalid-secret-key']);
  });

  test('no secret key of the demonstration site is made any more, and one that lies in its table opens nothing', async () => {
    const db = createDatabase(database.pool);
    const made = createSecretKey(db, { site: { id: 'app_demo', mode: 'sandbox' }, label: 'late', actor: 'a test' });
    await expect(made).rejects.toThrow('app_demo has no new key');
    const planted = `sk_sb_${randomBytes(24).toString('hex')}`;
    const insert = (siteId: string, key: string) =>
      database.pool.query(
        `insert into secret_key (id, site_id, label, key_hash) values ('key_' || $1, $1, 'planted', sha256($2))`,
        [siteId, Buffer.from(key)],
      );
    await insert('app_demo', planted);
    const asked = await live.app.inject({ url: '/admin/members', headers: { 'x-api-key': planted } });
    expect(outcome(asked)).toEqual([401, 'invalid-secret-key']);
    // The control: the same row at a site that is not void.
    const ours = `sk_${randomBytes(24).toString('hex')}`;
    await insert('app_enrolment', ours);
    expect((await live.app.inject({ url: '/admin/members', headers: { 'x-api-key': ours } })).statusCode).toBe(200);
  });

  test('there is no front door, and no log-in by one press', async () => {
    const headers = { accept: 'text/html', origin: 'https://intake.example' };
    const opened = await live.app.inject({ url: '/', headers });
    expect([opened.statusCode, opened.body.includes('Oops! Page not found')]).toEqual([404, true]);
    const pictured = await live.app.inject({ url: '/front-door/inspector.webp' });
    expect(pictured.statusCode).toBe(404);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'email=eligible%40intake.example';
    const pressed = await live.app.inject({
      method: 'POST',
      url: '/dev/sign-in',
      headers: { ...headers, ...form },
      payload,
    });
    expect(pressed.headers['set-cookie']).toBeUndefined();
    expect(pressed.statusCode).toBe(404);
  });

  test('the log says once what was voided', async () => {
    expect(logged.match(/is void from now on/g)).toHaveLength(1);
    expect(logged).toMatch(/"members":7.*"sites":1.*"secretKeys":1|"sites":1.*"members":7.*"secretKeys":1/);
  });

  test('the audit trail says that the keys of the demonstration site were revoked, and by what', async () => {
    const { rows } = await database.pool.query(
      `select site_id, actor, subject from audit_entry where action = 'key.revoked'`,
    );
    expect(rows).toEqual([{ site_id: 'app_demo', actor: 'a start in production', subject: 'key_a' }]);
  });

  test('the program’s output names no account and no password, and every security event', async () => {
    const port = await freePort();
    const variables = productionVariables({ database: database.variables, port, smtpPort: sink.port });
    const { child, output, exited } = spawnProduct({ ...variables, SECURITY_LOG: '' });
    try {
      await untilReady(child, port);
      await fetch(`http://127.0.0.1:${port}/admin/members`);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await exited).toBe(0);
    expect(output()).toContain('Intake is ready: https://intake.example');
    expect(output()).not.toContain('Demonstration');
    for (const { email, password } of before.members) {
      expect(output()).not.toContain(email);
      expect(output()).not.toContain(password);
    }
    // At LOG_LEVEL=silent: no level takes them away.
    expect(output()).toMatch(/"kind":"security","event":"secret-key","outcome":"wrong"/);
  });

  test('no later start in development revives it', async () => {
    const again = await createProduct(readEnv(database.variables), database.url, createLog('silent'));
    expect(again.demonstration!.members).toEqual([]);
    for (const member of before.members) expect((await logIn(again, member)).statusCode).toBe(401);
    await again.stop();
  });
});

test('the migration marks the members that an earlier version has seeded, and no others', async () => {
  const earlier = await createTestDatabase();
  const { pool } = earlier;
  await pool.query(`
    alter table site drop column demonstration, drop column voided_at;
    alter table member drop column demonstration, drop column voided_at;
    alter table audit_entry add constraint audit_entry_site_id_fkey foreign key (site_id) references site (id);
    insert into site (id, public_key, name, mode, settings)
      select 'app_' || name, 'pk_' || name, name, 'live', '{}' from unnest('{demo,enrolment,own}'::text[]) as name`);
  const seeded = before.members.map(({ appId, email }) => ({ siteId: appId, email }));
  const others = [
    { siteId: 'app_demo', email: 'ana@example.org' },
    { siteId: 'app_own', email: 'friend@intake.example' },
  ];
  for (const [at, { siteId, email }] of [...seeded, ...others].entries())
    await pool.query('insert into member (id, site_id, email) values ($1, $2, $3)', [`mem_${at}`, siteId, email]);
  await demonstration.up(createDatabase(pool) as never);
  const marked = await pool.query(
    `select site_id as "siteId", email from member where demonstration order by substring(id, 5)::int`,
  );
  const sites = await pool.query('select id from site where demonstration');
  await earlier.drop();
  expect(marked.rows).toEqual(seeded);
  expect(sites.rows).toEqual([{ id: 'app_demo' }]);
});
