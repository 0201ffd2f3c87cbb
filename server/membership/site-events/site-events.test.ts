import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Member } from '../../../contract/members.ts';
import { siteEvents } from '../../../contract/site-events.ts';
import { eventually } from '../../testing/eventually.ts';
import { goodPassword, newEmail } from '../../testing/membership.ts';
import { eventOf, prove, site, startTestWebhooks, type TestWebhooks } from '../../testing/webhooks.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { announce } from './announce.ts';
import { listDue } from './deliveries.store.ts';
import { claimEndpoint } from './endpoints.store.ts';

let hooks: TestWebhooks;
beforeAll(async () => {
  hooks = await startTestWebhooks();
});
afterAll(() => hooks.stop());
afterEach(() => hooks.reset());

describe('an announcement', () => {
  test('reaches the endpoint, which verifies it with the `svix` library', async () => {
    await hooks.declare([{}]);
    const { member } = await hooks.product.buildMember();
    await hooks.untilReceived(1);
    const [received] = hooks.receiver.received;
    expect(received).toMatchObject({ method: 'POST', path: '/hook' });
    expect(received!.headers['content-type']).toBe('application/json');
    const secret = await hooks.secretOf();
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

  test('is made if and only if the transaction commits', async () => {
    await hooks.declare([{}]);
    const undone = transaction(hooks.product.services.db, async (tx) => {
      await announce(tx, site, 'team.deleted', siteEvents['team.deleted'].example);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await hooks.tell();
    await hooks.untilReceived(1);
    expect(hooks.eventsReceived()).toEqual(['team.created']);
    expect(await hooks.log()).toHaveLength(1);
  });

  test('goes to the endpoints of its own site that listen to it', async () => {
    await hooks.declare([
      { id: 'all', url: `${hooks.receiver.origin}/all` },
      { id: 'some', url: `${hooks.receiver.origin}/some`, events: ['team.created', 'member.deleted'] },
      { id: 'others', url: `${hooks.receiver.origin}/others`, events: ['member.created'] },
      { id: 'off', url: `${hooks.receiver.origin}/off`, enabled: false },
    ]);
    await hooks.declare([{ id: 'elsewhere', url: `${hooks.receiver.origin}/elsewhere` }], 'app_live');
    await hooks.tell();
    await hooks.untilReceived(2);
    expect(hooks.receiver.received.map(({ path }) => path).toSorted()).toEqual(['/all', '/some']);
    expect(await hooks.log({}, 'app_live')).toEqual([]);
  });

  test('skips an endpoint that is deleted concurrently, without failing its transaction', async () => {
    await hooks.declare([{}, { id: 'stays', url: `${hooks.receiver.origin}/stays` }]);
    const holder = await hooks.product.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`delete from site_event_endpoint where id = 'crm'`);
      const signUp = hooks.product.buildMember();
      await eventually(async () => (await hooks.waiting()) > 0);
      await holder.query('commit');
      await signUp;
    } finally {
      holder.release();
    }
    await hooks.untilReceived(1);
    expect((await hooks.log()).map(({ endpointId }) => endpointId)).toEqual(['stays']);
  });

  test('computes its content only where an endpoint listens', async () => {
    await hooks.declare([{ events: ['member.created'] }]);
    const content = vi.fn<() => Promise<Member>>(async () => siteEvents['member.updated'].example);
    await transaction(hooks.product.services.db, (tx) => announce(tx, site, 'member.updated', content));
    expect(content).not.toHaveBeenCalled();
    expect(await hooks.log()).toEqual([]);
  });
});

describe('timestamps', () => {
  test('increase strictly within a transaction, and are the same at every endpoint and attempt', async () => {
    await hooks.declare([{}, { id: 'books', url: `${hooks.receiver.origin}/books` }]);
    hooks.receiver.answer = (response) => void response.writeHead(500).end();
    await hooks.product.post('/auth/signup', {
      email: newEmail(),
      password: goodPassword,
      plans: [{ planId: 'pln_demo_free' }],
    });
    await hooks.untilReceived(4);
    await hooks.again();
    await hooks.untilReceived(6);
    const timestampsOf = (event: string) => [
      ...new Set(hooks.receiver.received.map(eventOf).flatMap((each) => (each.event === event ? each.timestamp : []))),
    ];
    const [created, ...others] = timestampsOf('member.created');
    const [added, ...more] = timestampsOf('member.plan.added');
    expect([others, more]).toEqual([[], []]);
    expect(added).toBeGreaterThan(created!);
  });

  test('follow the order of the changes, not of the transactions’ starts', async () => {
    const { db } = hooks.product.services;
    await hooks.declare([{}]);
    const tell = (tx: Transaction, teamId: string) =>
      announce(tx, site, 'team.created', { ...siteEvents['team.created'].example, teamId });
    await transaction(db, async (waits) => {
      await sql`select 1`.execute(waits);
      await transaction(db, (holdsTheLock) => tell(holdsTheLock, 'first'));
      await tell(waits, 'second');
    });
    const orderBy = async (column: string) => {
      const { rows } = await hooks.product.database.pool.query(
        `select payload ->> 'teamId' as id from site_event_delivery order by ${column}`,
      );
      return rows.map(({ id }) => id);
    };
    expect(await orderBy('created_at')).toEqual(['first', 'second']);
    // The negative control: by the start of the transaction the order is the other one.
    expect(await orderBy('next_attempt_at')).toEqual(['second', 'first']);
  });

  test('are the order in which the events of a transaction are sent first', async () => {
    const { db } = hooks.product.services;
    await hooks.declare([{}]);
    // The worker finds the endpoint busy.
    await claimEndpoint(db, { siteId: site, id: 'crm' });
    const teamIds = Array.from({ length: 8 }, (_, index) => `team-${index}`);
    await transaction(db, async (tx) => {
      for (const teamId of teamIds)
        await announce(tx, site, 'team.created', { ...siteEvents['team.created'].example, teamId });
    });
    const due = await listDue(db, { siteId: site, id: 'crm' }, teamIds.length);
    expect(due.map(({ payload }) => payload['teamId'])).toEqual(teamIds);
  });

  test('do not go back when the clock does', async () => {
    const { pool } = hooks.product.database;
    await hooks.declare([{}]);
    await hooks.tell();
    await pool.query(`update site_event_delivery set created_at = now() + interval '1 minute'`);
    await hooks.tell();
    const { rows } = await pool.query(
      `select extract(epoch from max(created_at) - min(created_at))::float8 * 1000 as ms from site_event_delivery`,
    );
    expect(rows[0].ms).toBeGreaterThan(0);
    expect(rows[0].ms).toBeLessThanOrEqual(1);
  });
});

describe('an event about a member', () => {
  test('has the member on the wire, and is not sent without a change', async () => {
    const { token } = await hooks.product.buildMember();
    await hooks.declare([{}]);
    const change = { customFields: { 'first-name': 'Ana' } };
    await hooks.product.post('/member', change, { token });
    await hooks.product.post('/member', change, { token });
    await hooks.product.post('/member', { customFields: { 'first-name': 'Mia' } }, { token });
    await hooks.untilReceived(2);
    expect(hooks.eventsReceived()).toEqual(['member.updated', 'member.updated']);
    const names = hooks.receiver.received.map((each) => eventOf(each).payload.customFields['first-name']);
    expect(names.toSorted()).toEqual(['Ana', 'Mia']);
    expect(await hooks.log()).toHaveLength(2);
  });

  test('is sent for a new address, and not for a new password', async () => {
    const { token, password } = await hooks.product.buildMember({ proved: true });
    await hooks.declare([{}]);
    await hooks.product.post('/member-auth', { oldPassword: password, newPassword: `${goodPassword}-new` }, { token });
    const email = newEmail();
    const answer = await hooks.product.post('/member-auth', { oldPassword: `${goodPassword}-new`, email }, { token });
    expect(answer.status).toBe(200);
    await hooks.untilReceived(1);
    expect(hooks.receiver.received.map((each) => eventOf(each))).toMatchObject([
      { event: 'member.updated', payload: { auth: { email }, verified: false } },
    ]);
  });
});
