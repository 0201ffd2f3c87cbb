import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { eventOf, prove, site, startTestWebhooks, type TestWebhooks } from '../../testing/webhooks.ts';
import { transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { deleteMember } from '../leaving/delete-member.ts';
import { announce } from './announce.ts';
import { retrySeconds } from './deliver.ts';
import { retryDelivery } from './deliveries.ts';
import { claimEndpoint } from './endpoints.store.ts';

let hooks: TestWebhooks;
beforeAll(async () => {
  hooks = await startTestWebhooks();
});
afterAll(() => hooks.stop());
afterEach(() => hooks.reset());

describe('a delivery', () => {
  test('is retried under the same id until it is accepted, and every attempt is recorded', async () => {
    await hooks.declare([{}]);
    hooks.receiver.answer = (response) => void response.writeHead(500).end(`No\u0000\u0007 today${'!'.repeat(500)}`);
    await hooks.tell();
    await eventually(() => hooks.isTried(1));
    const { id, state, attempts, nextAttemptAt } = await hooks.newest();
    expect(state).toBe('waiting');
    expect(attempts[0]).toMatchObject({ status: 500, answer: `No   today${'!'.repeat(190)}` });
    expect(attempts[0]!.at).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(nextAttemptAt!.getTime()).toBeGreaterThan(Date.parse(attempts[0]!.at));
    expect(await hooks.lastAttempt()).toMatchObject({ status: 500 });
    expect(Math.abs(Date.parse(attempts[0]!.at) - Date.now())).toBeLessThan(60_000);
    hooks.receiver.answer = (response) => void response.writeHead(202).end('thank you');
    await hooks.again();
    expect(await hooks.newest()).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    expect((await hooks.newest()).attempts).toMatchObject([{ status: 500 }, { status: 202, answer: 'thank you' }]);
    expect(await hooks.lastAttempt()).toMatchObject({ status: 202, answer: 'thank you' });
    expect(new Set(hooks.receiver.received.map(({ headers }) => headers['svix-id']))).toEqual(new Set([id]));
    for (const each of hooks.receiver.received) prove(await hooks.secretOf(), each);
    await hooks.again();
    expect(hooks.receiver.received).toHaveLength(2);
  });

  test('is given up after eight attempts within a day', async () => {
    await hooks.declare([{}]);
    hooks.receiver.answer = (response) => void response.writeHead(503).end();
    await hooks.tell();
    await eventually(() => hooks.isTried(1));
    const { id } = await hooks.newest();
    const waits: number[] = [];
    for (let tries = 1; tries < 8; tries++) {
      waits.push(await hooks.secondsUntilNextTry(id));
      await hooks.again();
    }
    expect(waits).toEqual(retrySeconds);
    const total = waits.reduce((sum, each) => sum + each, 0);
    expect([total > 20 * 3_600, total <= 24 * 3_600]).toEqual([true, true]);
    expect(await hooks.newest()).toMatchObject({ state: 'failed', attempts: { length: 8 } });
  });

  test('keeps its own attempts when others are asked for, and goes on after the last step', async () => {
    await hooks.declare([{}]);
    hooks.receiver.answer = (response) => void response.writeHead(503).end();
    await hooks.tell();
    await eventually(() => hooks.isTried(1));
    const { id } = await hooks.newest();
    await hooks.triedFor('10 hours');
    for (const tries of [8, 9]) {
      await retryDelivery(hooks.product.services.db, site, id);
      await eventually(() => hooks.isTried(tries));
      expect((await hooks.newest()).state).toBe('waiting');
      expect(await hooks.secondsUntilNextTry(id)).toBe(retrySeconds.at(-1));
    }
    await hooks.again();
    expect(await hooks.newest()).toMatchObject({ state: 'failed', attempts: { length: 10 } });
  });

  test('fails by a redirect, which is not followed, and by a private address (SSRF)', async () => {
    await hooks.declare([{ id: 'moved' }, { id: 'inside', url: 'https://crm.example/hook' }]);
    // A declaration refuses such an address, but a name may resolve to one (DNS rebinding).
    await hooks.product.database.pool.query(
      `update site_event_endpoint set url = 'https://169.254.169.254/latest' where id = 'inside'`,
    );
    hooks.receiver.answer = (response) =>
      void response.writeHead(302, { location: `${hooks.receiver.origin}/new` }).end();
    await hooks.tell();
    await eventually(async () => (await hooks.log()).every(({ attempts }) => attempts.length === 1));
    const [moved] = await hooks.log({ endpointId: 'moved' });
    const [inside] = await hooks.log({ endpointId: 'inside' });
    expect(moved).toMatchObject({ state: 'waiting', attempts: [{ status: 302 }] });
    expect(inside).toMatchObject({ attempts: [{ status: null, answer: 'no public address' }] });
    expect(hooks.receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  test('does not wait behind endpoints that never answer, new or just declared again', async () => {
    const held: (() => void)[] = [];
    hooks.receiver.answer = (response, { path }) => {
      if (path === '/quick') response.end('{}');
      else held.push(() => response.writeHead(500).end());
    };
    const silent = Array.from({ length: 10 }, (_, index) => `silent-${index}`).map((id) => ({
      id,
      url: `${hooks.receiver.origin}/silent`,
    }));
    await hooks.declare(silent);
    await hooks.declare([{ url: `${hooks.receiver.origin}/quick` }], 'app_live');
    await hooks.tell();
    await eventually(async () => held.length > 0);
    for (let count = 0; count < 20; count++) await hooks.tell('app_live');
    await eventually(async () => hooks.receiver.received.filter(({ path }) => path === '/quick').length === 20);
    await hooks.product.database.pool.query(`update site_event_endpoint set trouble = 1 where site_id = '${site}'`);
    await hooks.declare(silent);
    expect(await hooks.troubles()).toEqual(silent.map(() => 1));
    await hooks.declare([{ id: 'silent-0', url: `${hooks.receiver.origin}/moved` }]);
    expect(await hooks.troubles()).toEqual([0]);
    for (const release of held) release();
  });

  test('that is slow moves its endpoint to the slow lane', async () => {
    await hooks.declare([{}]);
    hooks.receiver.answer = (response) => void setTimeout(() => response.end('{}'), 1_100);
    await hooks.tell();
    await eventually(async () => (await hooks.newest()).state === 'delivered');
    expect(await hooks.troubles()).toEqual([1]);
    hooks.receiver.answer = (response) => void response.end('{}');
    await hooks.tell();
    await eventually(async () => (await hooks.log()).every(({ state }) => state === 'delivered'));
    expect(await hooks.troubles()).toEqual([0]);
  });

  test('is judged by its status, however long the answer', async () => {
    await hooks.declare([{}]);
    hooks.receiver.answer = (response) => void response.end('a'.repeat(2 * 1024 * 1024));
    await hooks.tell();
    await eventually(() => hooks.isTried(1));
    expect(await hooks.newest()).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 200, answer: 'a'.repeat(200) }],
    });
  });

  test('is sent again when a retry was requested during the attempt', async () => {
    await hooks.declare([{}]);
    const held: (() => void)[] = [];
    hooks.receiver.answer = (response) => void held.push(() => response.end('{}'));
    await hooks.tell();
    await eventually(async () => held.length === 1);
    await retryDelivery(hooks.product.services.db, site, (await hooks.newest()).id);
    held[0]!();
    await eventually(async () => held.length === 2);
    held[1]!();
    await eventually(() => hooks.isTried(2));
    expect((await hooks.newest()).state).toBe('delivered');
  });

  test('is sent once the lease of a round that crashed has expired', async () => {
    const { pool } = hooks.product.database;
    await hooks.declare([{}]);
    await claimEndpoint(hooks.product.services.db, { siteId: site, id: 'crm' });
    // Its job finds the endpoint busy and ends.
    await hooks.tell();
    const ofTheLease = `key = 'deliver-site-events-${site} crm'`;
    await eventually(async () => {
      const { rows } = await pool.query(
        `select from graphile_worker._private_jobs where ${ofTheLease} and run_at > now() + interval '20 seconds'`,
      );
      return rows.length === 1;
    });
    await pool.query('update site_event_endpoint set busy_until = null');
    await pool.query(`update graphile_worker._private_jobs set run_at = now() where ${ofTheLease}`);
    await eventually(async () => (await hooks.newest()).state === 'delivered');
    expect(await hooks.newest()).toMatchObject({ attempts: { length: 1 } });
  });

  test('is erased with the member it is about, and not sent any more', async () => {
    const { pool } = hooks.product.database;
    await hooks.declare([{}]);
    hooks.receiver.answer = (response) => void response.writeHead(500).end();
    const { member } = await hooks.product.buildMember();
    const { id: told } = await hooks.newest();
    const other = await hooks.product.buildMember();
    await eventually(async () => (await hooks.log()).every(({ attempts }) => attempts.length === 1));
    await deleteMember(hooks.product.services, {
      site: await hooks.product.services.sites.get(site),
      memberId: member.id,
    });
    const { rows } = await pool.query('select payload from site_event_delivery where payload is not null');
    expect(rows.map(({ payload }) => payload.id).toSorted()).toEqual([member.id, other.member.id].toSorted());
    expect(JSON.stringify(rows)).not.toContain(member.auth.email);
    expect((await hooks.log()).find(({ id }) => id === told)).toMatchObject({
      state: 'failed',
      attempts: { length: 1 },
    });
    await expect(retryDelivery(hooks.product.services.db, site, told)).rejects.toMatchObject({
      code: 'webhook-not-found',
    });
  });

  test('is sent after its member is gone where it is about a team, whose messages name members by id alone', async () => {
    await hooks.declare([{ events: ['team.member.added'] }]);
    hooks.receiver.answer = (response) => void response.writeHead(500).end();
    const { services } = hooks.product;
    const { member } = await hooks.product.buildMember();
    const seat = { teamId: 'a-team', memberId: member.id };
    await transaction(services.db, (tx) => announce(tx, site, 'team.member.added', seat));
    await eventually(() => hooks.isTried(1));
    await deleteMember(services, { site: await services.sites.get(site), memberId: member.id });
    hooks.receiver.answer = (response) => void response.end('{}');
    await hooks.again();
    expect((await hooks.newest()).state).toBe('delivered');
    expect(eventOf(hooks.receiver.received.at(-1)!)).toMatchObject({ event: 'team.member.added', payload: seat });
  });

  test('is retried by the owner, of their own site alone', async () => {
    await hooks.declare([{}]);
    await hooks.tell();
    await hooks.untilReceived(1);
    await eventually(async () => (await hooks.newest()).state === 'delivered');
    const { id } = await hooks.newest();
    await expect(retryDelivery(hooks.product.services.db, 'app_live', id)).rejects.toThrow(Refusal);
    await expect(retryDelivery(hooks.product.services.db, site, 'msg_unknown')).rejects.toMatchObject({
      code: 'webhook-not-found',
    });
    await retryDelivery(hooks.product.services.db, site, id);
    await hooks.untilReceived(2);
    expect(hooks.receiver.received.map(({ headers }) => headers['svix-id'])).toEqual([id, id]);
  });

  test('that has arrived stays delivered where sending it once more fails, and is not tried on', async () => {
    await hooks.declare([{}]);
    await hooks.tell();
    await eventually(async () => (await hooks.newest()).state === 'delivered');
    hooks.receiver.answer = (response) => void response.writeHead(500).end();
    await retryDelivery(hooks.product.services.db, site, (await hooks.newest()).id);
    await eventually(() => hooks.isTried(2));
    expect(await hooks.newest()).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [{ status: 200 }, { status: 500 }],
    });
  });

  test('is listed newest first, a page at a time, for a month', async () => {
    await hooks.declare([{}, { id: 'books', url: `${hooks.receiver.origin}/books` }]);
    for (const _ of [1, 2, 3]) await hooks.tell();
    // Ids alone: their states go on changing.
    const list = async (page: { limit?: number; before?: string } = {}) =>
      (await hooks.log({ endpointId: 'crm', ...page })).map(({ id }) => id);
    const all = await list();
    const [first] = await list({ limit: 1 });
    expect(await list({ before: first! })).toEqual(all.slice(1));
    await hooks.product.database.pool.query(
      `update site_event_delivery set created_at = now() - make_interval(days => 31) where id = $1`,
      [all[2]],
    );
    await hooks.forget();
    expect(await list()).toEqual(all.slice(0, 2));
  });

  test('keeps its content for three days after it arrived, however long after the event that was', async () => {
    const { pool } = hooks.product.database;
    await hooks.declare([{}]);
    const arrive = (id: string, hoursAgo: number) =>
      pool.query(
        `insert into site_event_delivery (id, site_id, endpoint_id, event, payload, state, created_at, attempts)
         values ($1, $2, 'crm', 'team.created', '{}', 'delivered', now() - interval '9 days', jsonb_build_array(
           jsonb_build_object('status', null, 'at', now() - interval '9 days'),
           jsonb_build_object('status', 200, 'at', now() - make_interval(hours => $3)),
           jsonb_build_object('status', 500, 'at', now())))`,
        [id, site, hoursAgo],
      );
    await arrive('msg_lately', 71);
    await arrive('msg_before', 73);
    await hooks.forget();
    const { rows } = await pool.query('select id from site_event_delivery where payload is not null');
    expect(rows).toEqual([{ id: 'msg_lately' }]);
  });

  test('is deleted in batches after its retention, its content three days after delivery', async () => {
    const { pool } = hooks.product.database;
    await hooks.declare([{}]);
    const fill = (days: number, state: string, count: number) =>
      pool.query(
        `insert into site_event_delivery (id, site_id, endpoint_id, event, payload, state, created_at)
         select $1::text || n, $2, 'crm', 'team.created', '{}', $3, now() - make_interval(days => $4)
         from generate_series(1, $5) n`,
        [`${state}${days}-`, site, state, days, count],
      );
    await fill(31, 'delivered', 4_500);
    await fill(4, 'delivered', 4_500);
    await fill(2, 'delivered', 1);
    await fill(4, 'failed', 1);
    await hooks.forget();
    const { rows } = await pool.query(
      'select count(*)::int as all, count(payload)::int as whole from site_event_delivery',
    );
    expect(rows).toEqual([{ all: 4_502, whole: 2 }]);
  });
});
