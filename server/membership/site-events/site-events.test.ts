import { createServer } from 'node:http';
import { Webhook } from 'svix';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { startReceiver, type Received, type Receiver } from '../../testing/receiver.ts';
import { transaction } from '../../platform/database/database.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { Refusal } from '../../platform/refusal.ts';
import { announce } from './announce.ts';
import { deliverDue, retrySeconds } from './deliver.ts';
import { listDeliveries, retryDelivery } from './deliveries.ts';
import { declareEndpoints, listEndpoints, revealSecret, rotateSecret } from './endpoints.ts';
import { EndpointDeclaration } from './site-event.ts';

let product: TestMembership;
let receiver: Receiver;
beforeAll(async () => {
  [product, receiver] = await Promise.all([startTestMembership(), startReceiver()]);
});
afterAll(() => Promise.all([product.stop(), receiver.stop()]));
beforeEach(() => {
  receiver.received = [];
  receiver.answer = (response) => void response.end('{}');
});
afterEach(async () => {
  await declare([]);
  await declare([], 'app_live');
});

const site = 'app_demo';
type Declared = { id?: string; url?: string; events?: 'all' | string[]; enabled?: boolean };

const declare = (endpoints: Declared[], siteId = site, services = product.services) =>
  transaction(services.db, (tx) =>
    declareEndpoints(
      services,
      tx,
      siteId,
      endpoints.map((each) => EndpointDeclaration.parse({ id: 'crm', url: `${receiver.origin}/hook`, ...each })),
    ),
  );
const tell = (content: Record<string, unknown> = { some: 'thing' }, siteId = site) =>
  transaction(product.services.db, (tx) => announce(tx, siteId, 'team.created', content));
const log = (query: { endpointId?: string; before?: string; limit?: number } = {}, siteId = site) =>
  listDeliveries(product.services.db, siteId, { limit: 50, ...query });
const newest = async () => (await log({ limit: 1 }))[0]!;
const isTried = async (times = 1) => (await newest()).attempts.length === times;
const secretOf = (id = 'crm') => revealSecret(product.services, product.services.db, site, id);
const eventOf = ({ body }: Received) => JSON.parse(body) as { event: string; timestamp: number; payload: any };
const eventsReceived = () => receiver.received.map((each) => eventOf(each).event);
const prove = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
const untilReceived = (count: number) => eventually(async () => receiver.received.length >= count);

describe('an announcement', () => {
  test('reaches the site’s owner, who proves it with the library everybody uses', async () => {
    await declare([{}]);
    const { member } = await product.buildMember();
    await untilReceived(1);
    const [received] = receiver.received;
    expect(received).toMatchObject({ method: 'POST', path: '/hook' });
    expect(received!.headers['content-type']).toBe('application/json');
    prove(await secretOf(), received!);
    const { event, timestamp, payload } = eventOf(received!);
    expect(event).toBe('member.created');
    expect(Math.abs(timestamp - Date.now())).toBeLessThan(60_000);
    expect(payload).toMatchObject({ id: member.id, auth: { email: member.auth.email }, verified: false, metaData: {} });
    expect(payload.customFields).toEqual(member.customFields);
    expect(payload.planConnections).toEqual([]);
    expect(received!.body).not.toMatch(/argon2|passwordHash|accessToken|password_hash/);
  });

  test('is worth nothing with one byte changed, another secret or an old time', async () => {
    await declare([{}]);
    await tell();
    await untilReceived(1);
    const [received] = receiver.received;
    const secret = await secretOf();
    prove(secret, received!);
    const changed = { ...received!, body: received!.body.replace('thing', 'thinG') };
    expect(() => prove(secret, changed)).toThrow('No matching signature');
    expect(() => prove(`whsec_${Buffer.alloc(24).toString('base64')}`, received!)).toThrow('No matching signature');
    const headers = { ...received!.headers, 'svix-id': 'msg_another' };
    expect(() => prove(secret, { ...received!, headers })).toThrow('No matching signature');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    expect(() => prove(secret, received!)).toThrow('Message timestamp too old');
    vi.useRealTimers();
  });

  test('is made exactly if what it tells of happened', async () => {
    await declare([{}]);
    const undone = transaction(product.services.db, async (tx) => {
      await announce(tx, site, 'team.deleted', {});
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await tell();
    await untilReceived(1);
    expect(eventsReceived()).toEqual(['team.created']);
    expect(await log()).toHaveLength(1);
  });

  test('goes to the endpoints of its own site that listen to it', async () => {
    await declare([
      { id: 'all', url: `${receiver.origin}/all` },
      { id: 'some', url: `${receiver.origin}/some`, events: ['team.created', 'member.deleted'] },
      { id: 'others', url: `${receiver.origin}/others`, events: ['member.created'] },
      { id: 'off', url: `${receiver.origin}/off`, enabled: false },
    ]);
    await declare([{ id: 'elsewhere', url: `${receiver.origin}/elsewhere` }], 'app_live');
    await tell();
    await untilReceived(2);
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/all', '/some']);
    expect(await log({}, 'app_live')).toEqual([]);
  });

  test('asks for its content only where somebody listens', async () => {
    await declare([{ events: ['member.created'] }]);
    const content = vi.fn<() => Promise<Record<string, unknown>>>(async () => ({}));
    await transaction(product.services.db, (tx) => announce(tx, site, 'member.updated', content));
    expect(content).not.toHaveBeenCalled();
    expect(await log()).toEqual([]);
  });
});

describe('of a member the owner is told', () => {
  test('what others may see of a change, and nothing that changed nothing', async () => {
    const { token } = await product.buildMember();
    await declare([{}]);
    const change = { customFields: { 'first-name': 'Ana' } };
    await product.post('/member', change, { token });
    await product.post('/member', change, { token });
    await product.post('/member', { customFields: { 'first-name': 'Mia' } }, { token });
    await untilReceived(2);
    expect(eventsReceived()).toEqual(['member.updated', 'member.updated']);
    const names = receiver.received.map((each) => eventOf(each).payload.customFields['first-name']);
    expect(names.toSorted()).toEqual(['Ana', 'Mia']);
    expect(await log()).toHaveLength(2);
  });

  test('a new address, and not a new password', async () => {
    const { token, password } = await product.buildMember({ proved: true });
    await declare([{}]);
    await product.post('/member-auth', { oldPassword: password, newPassword: `${goodPassword}-new` }, { token });
    const email = newEmail();
    const answer = await product.post('/member-auth', { oldPassword: `${goodPassword}-new`, email }, { token });
    expect(answer.status).toBe(200);
    await untilReceived(1);
    expect(receiver.received.map((each) => eventOf(each))).toMatchObject([
      { event: 'member.updated', payload: { auth: { email }, verified: false } },
    ]);
  });
});

describe('a delivery', () => {
  test('is tried again under the same id until it is taken, and every attempt is noted', async () => {
    await declare([{}]);
    receiver.answer = (response) => void response.writeHead(500).end(`No\u0000\u0007 today${'!'.repeat(500)}`);
    await tell();
    await eventually(() => isTried(1));
    const { id, state, attempts } = await newest();
    expect(state).toBe('waiting');
    expect(attempts[0]).toMatchObject({ status: 500, answer: `No   today${'!'.repeat(190)}` });
    expect(Math.abs(Date.parse(attempts[0]!.at) - Date.now())).toBeLessThan(60_000);
    receiver.answer = (response) => void response.writeHead(202).end('thank you');
    await again();
    expect((await newest()).state).toBe('delivered');
    expect((await newest()).attempts).toMatchObject([{ status: 500 }, { status: 202, answer: 'thank you' }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['svix-id']))).toEqual(new Set([id]));
    for (const each of receiver.received) prove(await secretOf(), each);
    await again();
    expect(receiver.received).toHaveLength(2);
  });

  test('is given up after eight attempts within a day', async () => {
    await declare([{}]);
    receiver.answer = (response) => void response.writeHead(503).end();
    await tell();
    await eventually(() => isTried(1));
    const { id } = await newest();
    const waits: number[] = [];
    for (let tries = 1; tries < 8; tries++) {
      waits.push(await secondsUntilNextTry(id));
      await again();
    }
    expect(waits).toEqual(retrySeconds);
    const total = waits.reduce((sum, each) => sum + each, 0);
    expect([total > 20 * 3_600, total <= 24 * 3_600]).toEqual([true, true]);
    expect(await newest()).toMatchObject({ state: 'failed', attempts: { length: 8 } });
  });

  test('fails by a redirect, which nobody follows, and by an address that is not public', async () => {
    await declare([{ id: 'moved' }, { id: 'inside', url: 'https://169.254.169.254/latest' }]);
    receiver.answer = (response) => void response.writeHead(302, { location: `${receiver.origin}/new` }).end();
    await tell();
    await eventually(async () => (await log()).every(({ attempts }) => attempts.length === 1));
    const [moved] = await log({ endpointId: 'moved' });
    const [inside] = await log({ endpointId: 'inside' });
    expect(moved).toMatchObject({ state: 'waiting', attempts: [{ status: 302 }] });
    expect(inside).toMatchObject({ attempts: [{ status: null, answer: 'the address is not public' }] });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  test('waits behind no endpoints that never answer', { timeout: 20_000 }, async () => {
    const held: (() => void)[] = [];
    receiver.answer = (response, { path }) => {
      if (path === '/quick') response.end('{}');
      else held.push(() => response.writeHead(500).end());
    };
    const silent = ['a', 'b', 'c', 'd', 'e', 'f'];
    await declare(silent.map((id) => ({ id, url: `${receiver.origin}/silent` })));
    await declare([{ url: `${receiver.origin}/quick` }], 'app_live');
    await tell();
    // By then the silent ones have been found out.
    await eventually(async () => (await log()).every(({ attempts }) => attempts.length > 0));
    for (let count = 0; count < 5; count++) await tell();
    await eventually(async () => held.length > silent.length);
    const startedMs = performance.now();
    for (let count = 0; count < 20; count++) await tell({ count }, 'app_live');
    await eventually(async () => receiver.received.filter(({ path }) => path === '/quick').length === 20);
    expect(performance.now() - startedMs).toBeLessThan(2_500);
    receiver.answer = (response) => void response.end('{}');
    for (const release of held) release();
  });

  test('is asked for again by the owner, of their own site alone', async () => {
    await declare([{}]);
    await tell();
    await untilReceived(1);
    await eventually(async () => (await newest()).state === 'delivered');
    const { id } = await newest();
    await expect(retryDelivery(product.services.db, 'app_live', id)).rejects.toThrow(Refusal);
    await expect(retryDelivery(product.services.db, site, 'msg_unknown')).rejects.toMatchObject({
      code: 'webhook-not-found',
    });
    await retryDelivery(product.services.db, site, id);
    await untilReceived(2);
    expect(receiver.received.map(({ headers }) => headers['svix-id'])).toEqual([id, id]);
  });

  test('is listed newest first, a page at a time, for a month', async () => {
    await declare([{}, { id: 'books', url: `${receiver.origin}/books` }]);
    for (const count of [1, 2, 3]) await tell({ count });
    const all = await log({ endpointId: 'crm' });
    const [first] = await log({ endpointId: 'crm', limit: 1 });
    expect(await log({ endpointId: 'crm', before: first!.id })).toEqual(all.slice(1));
    await product.database.pool.query(
      `update site_event_delivery set created_at = now() - make_interval(days => 31) where id = $1`,
      [all[2]!.id],
    );
    const forget = product.membership.jobs.find(({ name }) => name === 'forget-old-deliveries')!;
    await forget.handler({});
    expect((await log({ endpointId: 'crm' })).map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
  });
});

describe('an endpoint', () => {
  test('keeps its secret through changes, and has two for a day after it was rotated', async () => {
    await declare([{}]);
    const old = await secretOf();
    expect(old).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await declare([{ url: `${receiver.origin}/moved`, events: ['team.created'] }]);
    expect(await secretOf()).toBe(old);
    const fresh = await transaction(product.services.db, (tx) => rotateSecret(product.services, tx, site, 'crm'));
    expect(fresh).not.toBe(old);
    expect(await secretOf()).toBe(fresh);
    await tell();
    await untilReceived(1);
    for (const secret of [fresh, old]) prove(secret, receiver.received[0]!);
    await product.database.pool.query('update site_event_endpoint set old_secret_ends_at = now()');
    await tell();
    await untilReceived(2);
    prove(fresh, receiver.received[1]!);
    expect(() => prove(old, receiver.received[1]!)).toThrow('No matching signature');
  });

  test('keeps its secret unreadable in the database', async () => {
    await declare([{}]);
    const { rows } = await product.database.pool.query('select * from site_event_endpoint');
    expect(JSON.stringify(rows)).not.toContain((await secretOf()).slice(6));
    expect(rows[0].sealed_secret.includes(Buffer.from((await secretOf()).slice(6), 'base64'))).toBe(false);
  });

  test('that is unknown has no secret', async () => {
    await expect(secretOf('other')).rejects.toMatchObject({ code: 'webhook-not-found' });
    const rotated = rotateSecret(product.services, product.services.db, site, 'other');
    await expect(rotated).rejects.toMatchObject({ code: 'webhook-not-found' });
  });

  test('is switched off after five days of failures alone, and on again by one success', async () => {
    const endpoint = { url: `http://127.0.0.1:${await freePort()}/` };
    await declare([endpoint]);
    await tell();
    await eventually(() => isTried(1));
    expect((await newest()).attempts[0]).toMatchObject({
      status: null,
      answer: expect.stringContaining('ECONNREFUSED'),
    });
    await failingFor('4 days');
    await again();
    expect((await listEndpoints(product.services.db, site))[0]!.switchedOffAt).toBeNull();
    await failingFor('5 days 1 minute');
    await tell({ waits: true });
    await eventually(() => isTried(1));
    expect((await newest()).state).toBe('failed');
    expect((await listEndpoints(product.services.db, site))[0]!.switchedOffAt).not.toBeNull();

    const before = (await log()).length;
    await tell({ too: 'late' });
    expect(await log()).toHaveLength(before);
    await again();
    expect((await log())[1]).toMatchObject({ state: 'failed' });
    expect((await log())[1]!.attempts.at(-1)!.answer).toBe('Not sent: the webhook is switched off.');

    const repaired = createServer((_request, response) => response.end()).listen(Number(new URL(endpoint.url).port));
    await retryDelivery(product.services.db, site, (await newest()).id);
    await eventually(async () => (await newest()).state === 'delivered');
    repaired.close();
    expect((await listEndpoints(product.services.db, site))[0]!.switchedOffAt).toBeNull();
  });

  test.for([
    'http://crm.example/hook',
    'https://user:pass@crm.example/hook',
    'https://crm.example/hook#part',
    'ftp://crm.example/hook',
    'http://localhost.crm.example/hook',
    'http://10.0.0.1/hook',
    'not an address',
  ])('is not declared at %s', (url) => {
    expect(EndpointDeclaration.safeParse({ id: 'crm', url }).success).toBe(false);
  });

  test('is declared on its owner’s machine only while things are tried out', async () => {
    const production = { ...product.services, outbound: createOutbound() };
    await expect(declare([{}], site, production)).rejects.toMatchObject({ code: 'invalid-settings' });
    await declare([{ url: 'https://crm.example/hook' }], site, production);
    expect(await listEndpoints(product.services.db, site)).toMatchObject([
      { id: 'crm', url: 'https://crm.example/hook', events: 'all', enabled: true },
    ]);
  });
});

async function secondsUntilNextTry(id: string): Promise<number> {
  const { rows } = await product.database.pool.query(
    'select extract(epoch from next_attempt_at - now())::float as seconds from site_event_delivery where id = $1',
    [id],
  );
  return retrySeconds.find((each) => Math.abs(each - rows[0].seconds) < 5) ?? rows[0].seconds;
}

const failingFor = (time: string) =>
  product.database.pool.query(`update site_event_endpoint set failing_since = now() - $1::interval`, [time]);

/** What waits is due at once, and one worker goes over it. */
async function again(): Promise<void> {
  await eventually(async () => {
    const { rows } = await product.database.pool.query(
      'select 1 from site_event_endpoint where busy_until is not null',
    );
    return rows.length === 0;
  });
  await product.database.pool.query('update site_event_delivery set next_attempt_at = now()');
  await deliverDue(product.services, { siteId: site, id: 'crm' }, true);
}
