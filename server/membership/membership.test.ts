import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';
import { runJob } from '../testing/workers.ts';
import { transaction, type PooledDatabase, type Transaction } from '../platform/database/database.ts';
import { defineCalls, type Caller } from '../../contract/call.ts';
import { serving } from '../platform/http/serve.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Http } from '../platform/http/typed.ts';
import { createLog } from '../platform/log.ts';
import type { Membership } from './index.ts';
import { mountForServers } from './administration/server-scope.routes.ts';
import { lockMailboxes } from './sign-in/mails/mail-budgets.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => transaction(product.database.db, work);

async function buildStudent() {
  const { data } = await product.post(
    '/auth/signup',
    { email: `${crypto.randomUUID()}@example.org`, password: 'slow-river-lantern-42' },
    { headers: { 'x-api-key': 'pk_sb_enrolment' } },
  );
  return data.member.id as string;
}

const paid = {
  planId: 'pln_enrolled',
  payment: {
    priceId: 'prc_enrolled_full',
    amountCents: 1_237_500,
    currency: 'NZD',
    status: 'paid',
    lastBilledAt: new Date(0),
  },
};

describe('the door', () => {
  test('finds and locks members', async () => {
    const { membership } = product;
    const memberId = await buildStudent();
    expect(await membership.findMember(product.database.db, 'mem_none')).toBeUndefined();
    const found = await membership.findMember(product.database.db, memberId);
    expect(found).toMatchObject({ id: memberId, siteId: 'app_enrolment', hasPassword: true, fields: { stage: '1' } });
    await expect(inTransaction((tx) => membership.lockMember(tx, 'mem_none'))).rejects.toMatchObject({
      code: 'member-not-found',
    });

    const order: string[] = [];
    await inTransaction(async (tx) => {
      await membership.lockMember(tx, memberId);
      const second = inTransaction(async (other) => {
        await membership.lockMember(other, memberId);
        order.push('second');
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push('first');
      return () => second;
    }).then((second) => second());
    expect(order).toEqual(['first', 'second']);
  });

  test('writes fields the member cannot, and only declared ones', async () => {
    const { membership } = product;
    const memberId = await buildStudent();
    await inTransaction((tx) =>
      membership.setServerFields(tx, memberId, { stage: '3', 'payment-status': 'completed' }),
    );
    const wire = await membership.toWire(product.database.db, memberId);
    expect(wire.customFields).toMatchObject({ stage: '3', 'payment-status': 'completed' });
    await expect(inTransaction((tx) => membership.setServerFields(tx, memberId, { stagee: '3' }))).rejects.toThrow(
      'stagee',
    );
  });

  test('gives and revokes a paid plan, idempotently', async () => {
    const { membership } = product;
    const memberId = await buildStudent();
    await inTransaction((tx) => membership.grantPlan(tx, memberId, paid));
    const [first] = (await membership.toWire(product.database.db, memberId)).planConnections;
    await Promise.all(Array.from({ length: 5 }, () => inTransaction((tx) => membership.grantPlan(tx, memberId, paid))));
    expect((await membership.toWire(product.database.db, memberId)).planConnections).toEqual([
      {
        id: first!.id,
        active: true,
        status: 'ACTIVE',
        planId: 'pln_enrolled',
        type: 'ONETIME',
        payment: {
          amount: 12_375,
          currency: 'NZD',
          status: 'paid',
          lastBillingDate: 0,
          nextBillingDate: null,
          cancelAtDate: null,
          priceId: 'prc_enrolled_full',
        },
      },
    ]);
    for (let times = 0; times < 2; times++)
      await inTransaction((tx) => membership.revokePlan(tx, memberId, 'pln_enrolled'));
    expect((await membership.toWire(product.database.db, memberId)).planConnections).toEqual([]);
  });

  test('gives no plan of another site and no paid plan without its price', async () => {
    const memberId = await buildStudent();
    const grants = [
      { planId: 'pln_demo_free' },
      { planId: 'pln_enrolled' },
      { ...paid, payment: { ...paid.payment, priceId: 'prc_demo_maker_yearly' } },
    ];
    for (const grant of grants)
      await expect(inTransaction((tx) => product.membership.grantPlan(tx, memberId, grant))).rejects.toMatchObject({
        code: 'plan-not-found',
      });
  });

  test('a rolled-back transaction leaves no change', async () => {
    const { membership } = product;
    const memberId = await buildStudent();
    const halfway = inTransaction(async (tx) => {
      await membership.grantPlan(tx, memberId, paid);
      await membership.setServerFields(tx, memberId, { stage: '3' });
      throw new Error('power cut');
    });
    await expect(halfway).rejects.toThrow('power cut');
    const { planConnections, customFields } = await membership.toWire(product.database.db, memberId);
    expect([planConnections, customFields['stage']]).toEqual([[], '1']);
  });
});

describe('routes of another domain', () => {
  test('need the same key, origin and session, and may belong to one site', async () => {
    const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
    product.membership.mount(
      app,
      (scoped) => {
        const serve = serving(scoped, defineCalls({ 'GET /lesson': { caller: 'member' } }));
        serve('GET /lesson', async ({ site, signedIn }) => ({ site: site.id, memberId: signedIn.memberId }));
      },
      { onlySite: 'app_demo' },
    );
    await app.ready();
    const get = async (headers: Record<string, string>) => {
      const answer = await app.inject({ method: 'GET', url: '/lesson', headers });
      const body = answer.json() as { error?: { code: string } };
      return [answer.statusCode, body.error?.code ?? body];
    };
    const { token, member } = await product.buildMember();
    const key = { 'x-api-key': 'pk_sb_demo' };
    expect(await get({})).toEqual([401, 'app-not-found']);
    expect(await get({ 'x-api-key': 'pk_sb_enrolment' })).toEqual([404, 'not-found']);
    expect(await get({ ...key, origin: 'https://evil.example' })).toEqual([403, 'origin-not-allowed']);
    expect(await get(key)).toEqual([401, 'login-required']);
    expect(await get({ ...key, authorization: `Bearer ${token}` })).toEqual([
      200,
      { site: 'app_demo', memberId: member.id },
    ]);
    await app.close();
  });
});

describe('a scope', () => {
  const start = async (mount: (app: Http) => void) => {
    const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
    onTestFinished(() => app.close());
    mount(app);
    await app.ready();
  };
  const serve = (caller: Caller) => (scoped: Http) =>
    serving(scoped, defineCalls({ 'GET /lesson': { caller } }))('GET /lesson', async () => ({}));
  const bare = (scoped: Http) => void scoped.get('/lesson', async () => ({}));
  const scopes: [string, (app: Http, define: (scoped: Http) => void) => void, Caller, Caller][] = [
    ['pages', (app, define) => product.membership.mount(app, define), 'member', 'server'],
    ['servers', (app, define) => mountForServers(app, product.services, define), 'server', 'member'],
  ];

  test.for(scopes)('of %s starts with declared calls of its callers alone', async ([, mount, own, other]) => {
    await start((app) => mount(app, serve(own)));
    await expect(start((app) => mount(app, serve(other)))).rejects.toThrow(`declared for the caller "${other}"`);
    await expect(start((app) => mount(app, serve('open')))).rejects.toThrow('declared for the caller "open"');
    await expect(start((app) => mount(app, bare))).rejects.toThrow('is no call in contract/');
  });
});

describe('the seed', () => {
  test('is idempotent, and keeps members’ data', async () => {
    const { membership, database } = product;
    await membership.seed({ demonstration: true });
    const { members } = await membership.demonstrationData();
    await database.pool.query('update member set password_hash = null where email = $1', [members[0]!.email]);
    await Promise.all([membership.seed({ demonstration: true }), membership.seed({ demonstration: true })]);
    const { rows } = await database.pool.query(
      'select email, password_hash is null as bare from member where email = any($1)',
      [members.map(({ email }) => email)],
    );
    expect(rows).toHaveLength(members.length);
    expect(rows.find(({ email }) => email === members[0]!.email).bare).toBe(true);
  });

  test('applies a shipped site again only when its file has changed', async () => {
    const { membership, database } = product;
    const nameOf = async () => {
      await membership.seed({ demonstration: false });
      return (await product.call('GET', '/app')).data.name;
    };
    await database.pool.query("update site set name = 'Renamed by an operator' where id = 'app_demo'");
    expect(await nameOf()).toBe('Renamed by an operator');
    await database.pool.query("update site set shipped_digest = 'of another file' where id = 'app_demo'");
    expect(await nameOf()).toBe('Riverbend Makers');
  });

  test('makes members who can log in as the demonstration data says', async () => {
    await product.membership.seed({ demonstration: true });
    const { apps, members } = await product.membership.demonstrationData();
    expect(apps).toMatchObject([
      { appId: 'app_demo', publicKey: 'pk_sb_demo' },
      { appId: 'app_enrolment', publicKey: 'pk_sb_enrolment', origins: [product.appUrl] },
    ]);
    for (const { appId, email, password } of members.slice(1)) {
      const { publicKey } = apps.find((app) => app.appId === appId)!;
      const answer = await product.post('/auth/login', { email, password }, { headers: { 'x-api-key': publicKey } });
      expect(answer.status).toBe(200);
    }
  });

  test('has a team with its owner and members, who have its plan', async () => {
    await product.membership.seed({ demonstration: true });
    const { teams, members, contentKeys, providers } = await product.membership.demonstrationData();
    expect(teams).toEqual([
      { appId: 'app_demo', teamId: expect.any(String), ownerEmail: 'captain@intake.example', seats: 6 },
    ]);
    const signIn = async (email: string) => {
      const { password } = members.find((member) => member.email === email)!;
      return (await product.post('/auth/login', { email, password })).data;
    };
    const owner = await signIn('captain@intake.example');
    const path = `/member/team/${teams[0]!.teamId}`;
    const team = await product.call('GET', path, { token: owner.tokens.accessToken });
    expect(team.data.members).toHaveLength(3);
    for (const email of ['turner@intake.example', 'carver@intake.example'])
      expect((await signIn(email)).member.planConnections).toMatchObject([{ planId: 'pln_demo_team', active: true }]);
    expect(contentKeys.map(({ key }) => key)).toEqual([
      'bench-drawing',
      'bench-sheet',
      'members-evenings',
      'workshop-plans',
    ]);
    expect(providers).toEqual([{ appId: 'app_demo', provider: 'local' }]);
  });
});

test('expired rows are deleted once an hour, and no others', async () => {
  const { pool } = product.database;
  const [dead, alive] = [await product.buildMember(), await product.buildMember()];
  for (const { email } of [dead, alive]) {
    await product.freshCode(email, 'reset');
    await product.freshCode(email, 'login');
  }
  await pool.query("update session set expires_at = now() - interval '1 second' where member_id = $1", [
    dead.member.id,
  ]);
  await pool.query("update mailed_code set expires_at = now() - interval '1 second' where email = $1", [dead.email]);
  await pool.query("update verification_link set expires_at = now() - interval '1 second' where email = $1", [
    dead.email,
  ]);
  for (const job of ['forget-dead-sessions', 'forget-dead-sign-ins']) await runJob(product.membership.jobs(), job);
  const count = async (table: string, column: string, value: string) =>
    (await pool.query(`select count(*)::int from ${table} where ${column} = $1`, [value])).rows[0].count;
  const counts = async ({ email, member }: typeof dead) => [
    await count('session', 'member_id', member.id),
    await count('mailed_code', 'email', email),
    await count('verification_link', 'email', email),
  ];
  expect(await counts(dead)).toEqual([0, 0, 0]);
  expect(await counts(alive)).toEqual([1, 2, 1]);
});

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export async function checkedByTypes(
  membership: Membership,
  { db, tx, app }: { db: PooledDatabase; tx: Transaction; app: Http },
): Promise<void> {
  const serve = serving(app, defineCalls({ 'GET /own': { caller: 'member' }, 'GET /page': { caller: 'visitor' } }));
  serve('GET /own', async ({ signedIn }) => signedIn.memberId);
  // @ts-expect-error a visitor's call, which may have no session
  serve('GET /page', async ({ signedIn }) => signedIn.memberId);
  await membership.findMember(db, 'mem_1');
  await membership.lockMember(tx, 'mem_1');
  // @ts-expect-error the pool
  await membership.lockMember(db, 'mem_1');
  // @ts-expect-error the pool
  await membership.lockIfThere(db, 'mem_1');
  // @ts-expect-error the pool
  await membership.lockMemberByEmail(db, { siteId: 'app_1', email: 'ana@example.org' });
  // @ts-expect-error the pool
  await membership.setServerFields(db, 'mem_1', {});
  // @ts-expect-error the pool
  await membership.grantPlan(db, 'mem_1', { planId: 'pln_1' });
  // @ts-expect-error the pool
  await membership.bookMail(db, { email: 'ana@example.org', slot: 'slot' });
  // @ts-expect-error the pool
  await lockMailboxes(db, ['ana@example.org']);
}
