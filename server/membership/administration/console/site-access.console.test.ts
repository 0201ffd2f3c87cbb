import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderOf, startTestConsole, type TestConsole } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { buildArchive, buildLibrary } from '../../../testing/library-site.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { EndpointDeclaration } from '../../site-events/site-event.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  const { db } = product.database;
  const webhooks = [EndpointDeclaration.parse({ id: 'desk', url: 'http://localhost:9/hook' })];
  await declareSite(db, { ...buildLibrary([]), webhooks }, product.services.keys);
  await declareSite(db, buildArchive(), product.services.keys);
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const librarian = builderOf('app_library');
const ask = (method: string, path: string, body?: object) =>
  staffed.ask(librarian, method, `/sites/app_library${path}`, body);
const lastAct = async () => {
  const { rows } = await product.database.pool.query(
    `select action, subject, staff_id, reason, note from audit_entry where site_id = 'app_library' order by id desc limit 1`,
  );
  return rows[0];
};
const open = (key: string) => product.call('GET', '/admin/app', { headers: { 'x-api-key': key } });

describe('secret keys', () => {
  test('are shown once, work, and stand in the list without what they are made of', async () => {
    const made = await ask('POST', '/keys', { label: 'library server', days: 90 });
    expect([made.status, made.data.key]).toEqual([200, expect.stringMatching(/^sk_sb_\w{48}$/)]);
    expect(Date.parse(made.data.expiresAt)).toBeGreaterThan(Date.now());
    expect((await open(made.data.key)).status).toBe(200);
    const list = await ask('GET', '/keys');
    expect(list.data).toEqual([
      expect.objectContaining({ id: made.data.id, label: 'library server', revokedAt: null }),
    ]);
    expect(list.text).not.toContain(made.data.key);
    expect(await lastAct()).toMatchObject({ action: 'key.created', subject: made.data.id, staff_id: 'stf_bela' });
  });

  test('end with a reason, which stands in the audit trail, from the next request on', async () => {
    const { data } = await ask('POST', '/keys', { label: 'leaked', days: null });
    expect((await ask('POST', `/keys/${data.id}/revocation`, {})).error.code).toBe('invalid-request');
    expect((await open(data.key)).status).toBe(200);
    expect((await ask('POST', `/keys/${data.id}/revocation`, { reason: 'It stood in a log.' })).status).toBe(200);
    expect((await open(data.key)).status).toBe(401);
    expect(await lastAct()).toMatchObject({ action: 'key.revoked', subject: data.id, reason: 'It stood in a log.' });
    expect((await ask('POST', `/keys/${data.id}/revocation`, { reason: 'Again.' })).error.code).toBe('key-not-found');
  });

  test('of another site are not ended', async () => {
    const archivist = builderOf('app_archive');
    const { data } = await staffed.ask(archivist, 'POST', '/sites/app_archive/keys', { label: 'archive', days: null });
    expect((await ask('POST', `/keys/${data.id}/revocation`, { reason: 'A test.' })).error.code).toBe('key-not-found');
    expect((await open(data.key)).status).toBe(200);
  });

  test.for([{ label: '' }, { label: 'two\nlines' }, { label: 'x'.repeat(61) }, { label: 'a test', days: 0 }])(
    '%j is refused',
    async (wish) => {
      expect((await ask('POST', '/keys', { days: null, ...wish })).error.code).toBe('invalid-request');
    },
  );
});

describe('webhooks', () => {
  test('are tried with an example, listed, read and sent once more', async () => {
    const sent = await ask('POST', '/webhooks/test', { event: 'team.created' });
    expect(sent.data).toEqual([{ id: expect.stringMatching(/^msg_test_/), endpointId: 'desk' }]);
    const [{ id }] = sent.data;
    expect(await lastAct()).toMatchObject({ action: 'webhook.test-sent', staff_id: 'stf_bela' });
    expect((await ask('GET', '/deliveries')).data[0]).toMatchObject({ id, event: 'team.created' });
    expect((await ask('GET', `/deliveries/${id}`)).data.payload).toMatchObject({ teamId: expect.any(String) });
    expect((await ask('POST', `/deliveries/${id}/retry`)).data).toEqual({ id });
    expect(await lastAct()).toMatchObject({ action: 'delivery.retried', subject: id, staff_id: 'stf_bela' });
    expect((await ask('GET', '/webhooks')).data).toEqual([
      expect.objectContaining({ id: 'desk', enabled: true, events: 'all', switchedOffAt: null }),
    ]);
  });

  test('that failed for days are on again once the site is saved as it is, which is recorded', async () => {
    await product.database.pool.query("update site_event_endpoint set switched_off_at = now() where id = 'desk'");
    expect((await ask('GET', '/webhooks')).data[0].switchedOffAt).toEqual(expect.any(String));
    const { version } = (await ask('GET', '/settings')).data;
    const { status, data } = await ask('PUT', '/settings', { version, settings: {} });
    expect([status, data.changes]).toEqual([
      200,
      [expect.objectContaining({ path: 'webhooks[desk]', isGrave: false })],
    ]);
    expect((await ask('GET', '/webhooks')).data[0].switchedOffAt).toBe(null);
    expect(await lastAct()).toMatchObject({ action: 'app.applied', staff_id: 'stf_bela' });
  });

  test('a delivery of another site is unknown', async () => {
    const [{ id }] = (await ask('POST', '/webhooks/test', { event: 'team.created' })).data;
    const archivist = builderOf('app_archive');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/retry'],
    ] as const)
      expect((await staffed.ask(archivist, method, `/sites/app_archive/deliveries/${id}${path}`)).error.code).toBe(
        'webhook-not-found',
      );
  });

  test('show their secret and take another one, each in the audit trail', async () => {
    const { data: first } = await ask('POST', '/webhooks/desk/secret');
    expect(first.secret).toMatch(/^whsec_/);
    expect(await lastAct()).toMatchObject({ action: 'webhook.secret-shown', subject: 'desk' });
    const { data: next } = await ask('POST', '/webhooks/desk/rotation', { reason: 'A colleague left.' });
    expect(next.secret).not.toBe(first.secret);
    expect(await lastAct()).toMatchObject({ action: 'webhook.secret-rotated', reason: 'A colleague left.' });
    expect((await ask('POST', '/webhooks/nothing/secret')).error.code).toBe('webhook-not-found');
  });
});
