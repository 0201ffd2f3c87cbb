import { createServer } from 'node:http';
import { Webhook } from 'svix';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { startReceiver, type Received, type Receiver } from '../../testing/receiver.ts';
import { transaction } from '../../platform/database/database.ts';
import { createKeys } from '../../platform/keys.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { Refusal } from '../../platform/refusal.ts';
import { deleteMember } from '../members/delete-member.ts';
import { announce } from './announce.ts';
import { deliverDue, retrySeconds } from './deliver.ts';
import { listDeliveries, retryDelivery } from './deliveries.ts';
import { claimEndpoint, releaseEndpoint } from './endpoints.store.ts';
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
    const secret = await secretOf();
    prove(secret, received!);
    const changed = { ...received!, body: received!.body.replace('example', 'examplE') };
    expect(() => prove(secret, changed)).toThrow('No matching signature');
    const { event, timestamp, payload } = eventOf(received!);
    expect(event).toBe('member.created');
    expect(Math.abs(timestamp - Date.now())).toBeLessThan(60_000);
    expect(payload).toMatchObject({ id: member.id, auth: { email: member.auth.email }, verified: false, metaData: {} });
    expect(payload.customFields).toEqual(member.customFields);
    expect(payload.planConnections).toEqual([]);
    expect(received!.body).not.toMatch(/argon2|passwordHash|accessToken|password_hash/);
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

  test('goes to no endpoint that is taken away at the same moment, and happens all the same', async () => {
    await declare([{}, { id: 'stays', url: `${receiver.origin}/stays` }]);
    const holder = await product.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`delete from site_event_endpoint where id = 'crm'`);
      const signUp = product.buildMember();
      await eventually(async () => (await waiting()) > 0);
      await holder.query('commit');
      await signUp;
    } finally {
      holder.release();
    }
    await untilReceived(1);
    expect((await log()).map(({ endpointId }) => endpointId)).toEqual(['stays']);
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
    expect(inside).toMatchObject({ attempts: [{ status: null, answer: 'no public address' }] });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  test('waits behind no endpoints that never answer, be they new or just declared again', async () => {
    const held: (() => void)[] = [];
    receiver.answer = (response, { path }) => {
      if (path === '/quick') response.end('{}');
      else held.push(() => response.writeHead(500).end());
    };
    const silent = [...'abcdefghij'].map((id) => ({ id, url: `${receiver.origin}/silent` }));
    await declare(silent);
    await declare([{ url: `${receiver.origin}/quick` }], 'app_live');
    await tell();
    await eventually(async () => held.length > 0);
    const startedMs = performance.now();
    for (let count = 0; count < 20; count++) await tell({ count }, 'app_live');
    await eventually(async () => receiver.received.filter(({ path }) => path === '/quick').length === 20);
    expect(performance.now() - startedMs).toBeLessThan(2_500);
    await product.database.pool.query(`update site_event_endpoint set trouble = 1 where site_id = '${site}'`);
    await declare(silent);
    expect(await troubles()).toEqual(silent.map(() => 1));
    await declare([{ id: 'a', url: `${receiver.origin}/moved` }]);
    expect(await troubles()).toEqual([0]);
    for (const release of held) release();
  });

  test('that is slow sends what comes next where nobody else waits', async () => {
    await declare([{}]);
    receiver.answer = (response) => void setTimeout(() => response.end('{}'), 1_100);
    await tell();
    await eventually(async () => (await newest()).state === 'delivered');
    expect(await troubles()).toEqual([1]);
    receiver.answer = (response) => void response.end('{}');
    await tell();
    await eventually(async () => (await log()).every(({ state }) => state === 'delivered'));
    expect(await troubles()).toEqual([0]);
  });

  test('is taken by the status, however long the answer', async () => {
    await declare([{}]);
    receiver.answer = (response) => void response.end('a'.repeat(2 * 1024 * 1024));
    await tell();
    await eventually(() => isTried(1));
    expect(await newest()).toMatchObject({ state: 'delivered', attempts: [{ status: 200, answer: 'a'.repeat(200) }] });
  });

  test('is sent again where it was asked for while under way', async () => {
    await declare([{}]);
    const held: (() => void)[] = [];
    receiver.answer = (response) => void held.push(() => response.end('{}'));
    await tell();
    await eventually(async () => held.length === 1);
    await retryDelivery(product.services.db, site, (await newest()).id);
    held[0]!();
    await eventually(async () => held.length === 2);
    held[1]!();
    await eventually(() => isTried(2));
    expect((await newest()).state).toBe('delivered');
  });

  test('is forgotten with the member it tells of, and not sent to anybody any more', async () => {
    const { pool } = product.database;
    await declare([{}]);
    receiver.answer = (response) => void response.writeHead(500).end();
    const { member } = await product.buildMember();
    const { id: told } = await newest();
    const other = await product.buildMember();
    await eventually(async () => (await log()).every(({ attempts }) => attempts.length === 1));
    await deleteMember(product.services, { site: await product.services.sites.get(site), memberId: member.id });
    const { rows } = await pool.query('select payload from site_event_delivery where payload is not null');
    expect(rows.map(({ payload }) => payload.id).toSorted()).toEqual([member.id, other.member.id].toSorted());
    expect(JSON.stringify(rows)).not.toContain(member.auth.email);
    expect((await log()).find(({ id }) => id === told)).toMatchObject({ state: 'failed', attempts: { length: 1 } });
    await expect(retryDelivery(product.services.db, site, told)).rejects.toMatchObject({ code: 'webhook-not-found' });
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
    await forget();
    expect((await log({ endpointId: 'crm' })).map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
  });

  test('is forgotten however many there are, its content three days after it has arrived', async () => {
    const { pool } = product.database;
    await declare([{}]);
    const fill = (days: number, state: string, count: number) =>
      pool.query(
        `insert into site_event_delivery (id, site_id, endpoint_id, event, payload, state, created_at)
         select $1::text || n, $2, 'crm', 'team.created', '{}', $3, now() - make_interval(days => $4)
         from generate_series(1, $5) n`,
        [`${state}${days}-`, site, state, days, count],
      );
    await fill(31, 'delivered', 20_500);
    await fill(4, 'delivered', 20_500);
    await fill(2, 'delivered', 1);
    await fill(4, 'failed', 1);
    await forget();
    const { rows } = await pool.query(
      'select count(*)::int as all, count(payload)::int as whole from site_event_delivery',
    );
    expect(rows).toEqual([{ all: 20_502, whole: 2 }]);
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

  test('that has lost its secret is told so, and works again once it is rotated', async () => {
    await declare([{}], site, { ...product.services, keys: createKeys(['another-secret'.repeat(4)]) });
    await tell();
    await eventually(() => isTried(1));
    expect((await newest()).attempts[0]).toMatchObject({
      status: null,
      answer: 'Not sent: its secret cannot be read. Rotate it.',
    });
    const secret = await transaction(product.services.db, (tx) => rotateSecret(product.services, tx, site, 'crm'));
    await again();
    prove(secret, receiver.received[0]!);
    expect((await newest()).state).toBe('delivered');
  });

  test('that is somebody else’s by now is not released by who had it before', async () => {
    await declare([{}]);
    const { db } = product.services;
    const endpoint = { siteId: site, id: 'crm' };
    const first = await claimEndpoint(db, endpoint);
    expect(await claimEndpoint(db, endpoint)).toBeUndefined();
    await product.database.pool.query(`update site_event_endpoint set busy_until = now() - interval '1 second'`);
    const second = await claimEndpoint(db, endpoint);
    await releaseEndpoint(db, endpoint, first!.claim);
    expect(await claimEndpoint(db, endpoint)).toBeUndefined();
    await releaseEndpoint(db, endpoint, second!.claim);
    expect(await claimEndpoint(db, endpoint)).toBeDefined();
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
    const isOff = async () => (await listEndpoints(product.services.db, site))[0]!.switchedOffAt !== null;
    // One failure after a quiet week.
    await failingFor('8 days');
    await again();
    expect([await isOff(), (await newest()).state]).toEqual([false, 'waiting']);
    // The last of its tries, hours after the first.
    await triedFor('11 hours');
    await again();
    expect([await isOff(), (await newest()).state]).toEqual([false, 'failed']);
    await failingFor('4 days');
    await triedFor('13 hours');
    await again();
    expect([await isOff(), (await newest()).state]).toEqual([false, 'failed']);
    await failingFor('5 days 1 minute');
    await tell({ waits: true });
    await eventually(() => isTried(1));
    await triedFor('13 hours');
    await again();
    expect([await isOff(), (await newest()).state]).toEqual([true, 'failed']);

    const before = (await log()).length;
    await tell({ too: 'late' });
    expect(await log()).toHaveLength(before);
    await product.database.pool.query(`update site_event_delivery set state = 'waiting'`);
    await again();
    for (const { state, attempts } of await log())
      expect([state, attempts.at(-1)!.answer]).toEqual(['failed', 'Not sent: the webhook is switched off.']);

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

/** The newest delivery has been tried seven times, the first time so long ago, and waits for the eighth. */
const triedFor = (time: string) =>
  product.database.pool.query(
    `update site_event_delivery set state = 'waiting', attempts = (
       select jsonb_agg(jsonb_build_object('status', 500, 'ms', 1, 'answer', '', 'at', now() - $1::interval))
       from generate_series(1, 7))
     where id = (select id from site_event_delivery order by created_at desc limit 1)`,
    [time],
  );

const troubles = async () => {
  const { rows } = await product.database.pool.query(
    'select trouble from site_event_endpoint where site_id = $1 order by id',
    [site],
  );
  return rows.map(({ trouble }) => trouble);
};

/** How many statements wait for somebody else's lock. */
const waiting = async () => {
  const { rows } = await product.database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

const forget = () => product.membership.jobs.find(({ name }) => name === 'forget-old-deliveries')!.handler({});

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
