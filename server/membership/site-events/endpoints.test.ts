import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { liveSite } from '../../testing/membership.ts';
import { prove, site, startTestWebhooks, type TestWebhooks } from '../../testing/webhooks.ts';
import { transaction } from '../../platform/database/database.ts';
import { createKeys } from '../../platform/keys.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { retryDelivery } from './deliveries.ts';
import { claimEndpoint, releaseEndpoint } from './endpoints.store.ts';
import { listEndpoints, rotateSecret } from './endpoints.ts';
import { SiteDeclaration } from '../declaration/site-declaration.ts';
import { EndpointDeclaration } from './site-event.ts';

let hooks: TestWebhooks;
beforeAll(async () => {
  hooks = await startTestWebhooks();
});
afterAll(() => hooks.stop());
afterEach(() => hooks.reset());

describe('an endpoint', () => {
  test('keeps its secret through changes, and has two for a day after it was rotated', async () => {
    await hooks.declare([{}]);
    const old = await hooks.secretOf();
    expect(old).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await hooks.declare([{ url: `${hooks.receiver.origin}/moved`, events: ['team.created'] }]);
    expect(await hooks.secretOf()).toBe(old);
    const fresh = await transaction(hooks.product.services.db, (tx) =>
      rotateSecret(hooks.product.services, tx, site, 'crm'),
    );
    expect(fresh).not.toBe(old);
    expect(await hooks.secretOf()).toBe(fresh);
    await hooks.tell();
    await hooks.untilReceived(1);
    for (const secret of [fresh, old]) prove(secret, hooks.receiver.received[0]!);
    await hooks.product.database.pool.query('update site_event_endpoint set old_secret_ends_at = now()');
    await hooks.tell();
    await hooks.untilReceived(2);
    prove(fresh, hooks.receiver.received[1]!);
    expect(() => prove(old, hooks.receiver.received[1]!)).toThrow('No matching signature');
  });

  test('that is rotated twice within a day keeps the secret its receiver may still have, to the end of that day', async () => {
    await hooks.declare([{}]);
    const { services, database } = hooks.product;
    const rotate = () => transaction(services.db, (tx) => rotateSecret(services, tx, site, 'crm'));
    const first = await hooks.secretOf();
    const lost = await rotate();
    await database.pool.query(`update site_event_endpoint set old_secret_ends_at = now() + interval '20 hours'`);
    const second = await rotate();
    await hooks.tell();
    await hooks.untilReceived(1);
    for (const secret of [second, first]) prove(secret, hooks.receiver.received[0]!);
    expect(() => prove(lost, hooks.receiver.received[0]!)).toThrow('No matching signature');
    const { rows } = await database.pool.query(
      `select old_secret_ends_at < now() + interval '21 hours' as "endsThen" from site_event_endpoint`,
    );
    expect(rows).toEqual([{ endsThen: true }]);
    await database.pool.query('update site_event_endpoint set old_secret_ends_at = now()');
    const third = await rotate();
    await hooks.tell();
    await hooks.untilReceived(2);
    for (const secret of [third, second]) prove(secret, hooks.receiver.received[1]!);
  });

  test('with an unreadable secret shows that in its log, and works again after a rotation', async () => {
    await hooks.declare([{}], site, { ...hooks.product.services, keys: createKeys(['another-secret'.repeat(4)]) });
    await hooks.tell();
    await eventually(() => hooks.isTried(1));
    expect((await hooks.newest()).attempts[0]).toMatchObject({
      status: null,
      answer: 'Not sent: its secret cannot be read. Rotate it.',
    });
    const secret = await transaction(hooks.product.services.db, (tx) =>
      rotateSecret(hooks.product.services, tx, site, 'crm'),
    );
    await hooks.again();
    prove(secret, hooks.receiver.received[0]!);
    expect((await hooks.newest()).state).toBe('delivered');
  });

  test('under a new lease is not released by the holder of an expired one', async () => {
    await hooks.declare([{}]);
    const { db } = hooks.product.services;
    const endpoint = { siteId: site, id: 'crm' };
    const first = await claimEndpoint(db, endpoint);
    expect(await claimEndpoint(db, endpoint)).toBeUndefined();
    await hooks.product.database.pool.query(`update site_event_endpoint set busy_until = now() - interval '1 second'`);
    const second = await claimEndpoint(db, endpoint);
    await releaseEndpoint(db, endpoint, first!.claim);
    expect(await claimEndpoint(db, endpoint)).toBeUndefined();
    await releaseEndpoint(db, endpoint, second!.claim);
    expect(await claimEndpoint(db, endpoint)).toBeDefined();
  });

  test('keeps its secret unreadable in the database', async () => {
    await hooks.declare([{}]);
    const { rows } = await hooks.product.database.pool.query('select * from site_event_endpoint');
    expect(JSON.stringify(rows)).not.toContain((await hooks.secretOf()).slice(6));
    expect(rows[0].sealed_secret.includes(Buffer.from((await hooks.secretOf()).slice(6), 'base64'))).toBe(false);
  });

  test('is one of ten at most', () => {
    const siteWith = (count: number) =>
      SiteDeclaration.safeParse({
        ...liveSite,
        webhooks: Array.from({ length: count }, (_, index) => ({
          id: `hook-${index}`,
          url: 'https://crm.example/hook',
        })),
      });
    expect([siteWith(10).success, siteWith(11).success]).toEqual([true, false]);
  });

  test('that fails begins anew at another address, and not by a save of other settings', async () => {
    const { pool } = hooks.product.database;
    const failingSince = async () =>
      (await pool.query('select failing_since as at from site_event_endpoint')).rows[0].at;
    await hooks.declare([{}]);
    await pool.query("update site_event_endpoint set failing_since = now() - interval '4 days'");
    const since = await failingSince();
    await hooks.declare([{ events: ['team.created'] }]);
    expect(await failingSince()).toEqual(since);
    await hooks.declare([{ url: `${hooks.receiver.origin}/moved` }]);
    expect(await failingSince()).toBeNull();
  });

  test('that is unknown has no secret', async () => {
    await expect(hooks.secretOf('other')).rejects.toMatchObject({ code: 'webhook-not-found' });
    const { services } = hooks.product;
    const rotated = transaction(services.db, (tx) => rotateSecret(services, tx, site, 'other'));
    await expect(rotated).rejects.toMatchObject({ code: 'webhook-not-found' });
  });

  test('is switched off after five days of failures, and on again by one success', async () => {
    const endpoint = { url: `http://127.0.0.1:${await freePort()}/` };
    await hooks.declare([endpoint]);
    await hooks.tell();
    await eventually(() => hooks.isTried(1));
    expect((await hooks.newest()).attempts[0]).toMatchObject({
      status: null,
      answer: expect.stringContaining('ECONNREFUSED'),
    });
    const isOff = async () => (await listEndpoints(hooks.product.services.db, site))[0]!.switchedOffAt !== null;
    // One failure after a quiet week.
    await hooks.failingFor('8 days');
    await hooks.again();
    expect([await isOff(), (await hooks.newest()).state]).toEqual([false, 'waiting']);
    // The last attempt, hours after the first.
    await hooks.triedFor('11 hours');
    await hooks.again();
    expect([await isOff(), (await hooks.newest()).state]).toEqual([false, 'failed']);
    await hooks.failingFor('4 days');
    await hooks.triedFor('13 hours');
    await hooks.again();
    expect([await isOff(), (await hooks.newest()).state]).toEqual([false, 'failed']);
    await hooks.failingFor('5 days 1 minute');
    await hooks.tell();
    await eventually(() => hooks.isTried(1));
    await hooks.triedFor('13 hours');
    await hooks.again();
    expect([await isOff(), (await hooks.newest()).state]).toEqual([true, 'failed']);

    const before = (await hooks.log()).length;
    await hooks.tell();
    expect(await hooks.log()).toHaveLength(before);
    await hooks.product.database.pool.query(`update site_event_delivery set state = 'waiting'`);
    await hooks.again();
    for (const { state, attempts } of await hooks.log())
      expect([state, attempts.at(-1)!.answer]).toEqual(['failed', 'Not sent: the webhook is switched off.']);

    const repaired = createServer((_request, response) => response.end()).listen(Number(new URL(endpoint.url).port));
    await retryDelivery(hooks.product.services.db, site, (await hooks.newest()).id);
    await eventually(async () => (await hooks.newest()).state === 'delivered');
    repaired.close();
    expect((await listEndpoints(hooks.product.services.db, site))[0]!.switchedOffAt).toBeNull();
  });

  test.for([
    'http://crm.example/hook',
    'https://user:pass@crm.example/hook',
    'https://crm.example/hook#part',
    'ftp://crm.example/hook',
    'http://localhost.crm.example/hook',
    'http://10.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]/hook',
    'https://[::]/hook',
    'https://0x7f.1.1.1.1/hook',
    'https://2130706433.0/hook',
    'https://intranet/hook',
    'https://intranet./hook',
    'not an address',
  ])('is not declared at %s', (url) => {
    expect(EndpointDeclaration.safeParse({ id: 'crm', url }).success).toBe(false);
  });

  test('may have an address of this machine only in development', async () => {
    const production = { ...hooks.product.services, outbound: createOutbound() };
    await expect(hooks.declare([{}], site, production)).rejects.toMatchObject({ code: 'invalid-settings' });
    for (const url of ['https://localhost/hook', 'https://localhost./hook', 'https://0x7f000001/hook'])
      await expect(hooks.declare([{ url }], site, production)).rejects.toMatchObject({ code: 'invalid-settings' });
    await hooks.declare([{ url: 'https://crm.example/hook' }], site, production);
    expect(await listEndpoints(hooks.product.services.db, site)).toMatchObject([
      { id: 'crm', url: 'https://crm.example/hook', events: 'all', enabled: true },
    ]);
  });
});
