import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { goodPassword, newEmail } from '../../testing/membership.ts';
import { eventOf, prove, site, startTestWebhooks, type TestWebhooks } from '../../testing/webhooks.ts';
import { transaction } from '../../platform/database/database.ts';
import { announce } from './announce.ts';

let hooks: TestWebhooks;
beforeAll(async () => {
  hooks = await startTestWebhooks();
});
afterAll(() => hooks.stop());
afterEach(() => hooks.reset());

describe('an announcement', () => {
  test('reaches the site’s owner, who proves it with the library everybody uses', async () => {
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

  test('is made exactly if what it tells of happened', async () => {
    await hooks.declare([{}]);
    const undone = transaction(hooks.product.services.db, async (tx) => {
      await announce(tx, site, 'team.deleted', {});
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

  test('goes to no endpoint that is taken away at the same moment, and happens all the same', async () => {
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

  test('asks for its content only where somebody listens', async () => {
    await hooks.declare([{ events: ['member.created'] }]);
    const content = vi.fn<() => Promise<Record<string, unknown>>>(async () => ({}));
    await transaction(hooks.product.services.db, (tx) => announce(tx, site, 'member.updated', content));
    expect(content).not.toHaveBeenCalled();
    expect(await hooks.log()).toEqual([]);
  });
});

describe('of a member the owner is told', () => {
  test('what others may see of a change, and nothing that changed nothing', async () => {
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

  test('a new address, and not a new password', async () => {
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
