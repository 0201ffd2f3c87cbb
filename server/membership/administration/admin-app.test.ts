import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildServer, type TestServer } from '../../testing/administration.ts';
import { declareSite } from '../../testing/declare-site.ts';
import { liveSite, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { findSecret } from '../sites/site-secrets.ts';
import { parseDeclaration } from '../declaration/site-declaration.ts';

let product: TestMembership;
let server: TestServer;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(
    product.services.db,
    parseDeclaration({ ...liveSite, id: 'app_second', publicKey: 'pk_second', plans: [] }),
    product.services.keys,
  );
  server = await buildServer(product, 'app_live', 'club server');
});
afterAll(() => product.stop());

const start = parseDeclaration({
  ...liveSite,
  authProviders: [
    { provider: 'club', name: 'Club', clientId: 'c', issuer: 'https://id.club.example', clientSecret: 'hush-hush' },
  ],
});
beforeEach(() => declareSite(product.services.db, start, product.services.keys));

const read = async () => (await server.call('GET', '/admin/app')).data;
const put = (body: unknown, query = '') => server.call('PUT', `/admin/app${query}`, body);

describe('what is declared about a site', () => {
  test('is read whole, but for its secrets, and can be sent back as it is', async () => {
    const answer = await server.call('GET', '/admin/app');
    expect(answer.data).toMatchObject({ id: 'app_live', publicKey: 'pk_live', content: [], webhooks: [] });
    expect(answer.text).not.toContain('hush-hush');
    expect((await put(answer.data)).data).toEqual({ applied: true, changes: [] });
    expect(await findSecret(product.services, product.services.db, 'app_live', 'provider.club')).toBe('hush-hush');
  });

  test('is changed, at once in the process of the call', async () => {
    const changed = await put({ ...(await read()), name: 'Harbour' });
    expect(changed.data).toEqual({
      applied: true,
      changes: [{ kind: 'changed', path: 'name', from: '"Harbour Club"', to: '"Harbour"' }],
    });
    const seen = await product.call('GET', '/app', { headers: { 'x-api-key': 'pk_live' } });
    expect(seen.data.name).toBe('Harbour');
  });

  test('is changed where a retired plan has rules with a plan that was removed', async () => {
    const trial = { id: 'pln_trial', name: 'Trial' };
    const crew = { id: 'pln_crew', name: 'Crew', rules: { onJoin: { removePlans: [trial.id] } } };
    await put({ ...(await read()), plans: [trial, crew] });
    const made = await server.call('POST', '/admin/members', {
      email: 'crew@example.org',
      plans: [{ planId: crew.id }],
    });
    await put({ ...(await read()), plans: [] });
    const retired = await read();
    expect(retired.plans).toMatchObject([{ id: crew.id, status: 'INACTIVE' }]);
    expect((await put({ ...retired, name: 'Harbour' })).data).toMatchObject({
      applied: true,
      changes: [{ path: 'name' }],
    });
    // A plan that members can still get names plans of the site alone.
    const { error } = await put({ ...retired, plans: [{ ...retired.plans[0], status: 'ACTIVE' }] });
    expect((error as any).faults).toMatchObject([{ message: 'the site has no plan pln_trial' }]);
    await server.call('DELETE', `/admin/members/${made.data.id}`);
  });

  test('gets a second content group for a channel, and the change is listed', async () => {
    const gatedBy = (...groups: string[]) => ({
      comments: { enabled: true, gatedChannels: groups.map((contentGroup) => ({ key: 'talk', contentGroup })) },
    });
    const contentGroups = ['deck', 'cabin'].map((key) => ({ id: key, key, name: key }));
    await put({ ...(await read()), contentGroups, ...gatedBy('deck') });
    const changed = await put({ ...(await read()), ...gatedBy('cabin', 'deck') });
    expect(changed.data).toMatchObject({ changes: [{ path: 'comments.gatedChannels' }] });
    expect((await read()).comments.gatedChannels).toHaveLength(2);
  });

  test('stays as it is in a dry run, which answers the same', async () => {
    const before = await read();
    const wish = { ...before, name: 'Harbour', coupons: [{ id: 'TEN', name: 'Ten', percentOff: 10 }] };
    const looked = await put(wish, '?dryRun=true');
    expect(looked.data).toMatchObject({
      applied: false,
      changes: expect.arrayContaining([
        expect.objectContaining({ path: 'name' }),
        expect.objectContaining({ path: 'coupons[TEN].percentOff', to: '10' }),
      ]),
    });
    expect(await read()).toEqual(before);
    expect((await put(wish, '?dryRun=false')).data).toEqual({ ...looked.data, applied: true });
  });

  test('is refused with every fault and its place, and stays', async () => {
    const before = await read();
    const { status, error } = await put({ ...before, fields: [{ key: 'a' }], nothing: 1, captchaRequired: 'yes' });
    expect([status, error.code]).toEqual([400, 'invalid-settings']);
    expect((error as any).faults).toEqual([
      { path: 'fields[0].label', message: 'this is missing' },
      { path: 'captchaRequired', message: 'this is to be true or false' },
      { path: 'nothing', message: expect.stringContaining('there is no such setting') },
    ]);
    expect(await read()).toEqual(before);
  });

  test.for([
    ['id', { id: 'app_demo' }],
    ['mode', { mode: 'sandbox', publicKey: 'pk_sb_live' }],
    ['ownPages', { ownPages: true }],
    ['isPaid', { isPaid: false }],
    ['memberLimit', { memberLimit: 1_000_000 }],
  ] as const)('keeps its %s, which is the operator’s', async ([path, changes]) => {
    const { error } = await put({ ...(await read()), ...changes });
    expect((error as any).faults).toEqual([{ path, message: expect.stringContaining('only the operator changes it') }]);
  });

  test.for([
    ['another site’s key', { publicKey: 'pk_second' }, ['publicKey']],
    ['our own pages', { origins: ['https://a.example', 'http://localhost:4000'] }, ['origins[1]']],
    ['another site’s plan', { plans: [{ id: 'pln_demo_free', name: 'Mine' }] }, ['plans[0].id']],
    [
      'our environment',
      {
        authProviders: [
          {
            provider: 'club',
            name: 'C',
            clientId: 'c',
            issuer: 'https://id.club.example',
            clientSecret: { env: 'PATH' },
          },
        ],
      },
      ['authProviders[0].clientSecret.env'],
    ],
    [
      'a stored secret, sent elsewhere',
      { authProviders: [{ provider: 'club', name: 'C', clientId: 'c', issuer: 'https://id.evil.example' }] },
      ['authProviders[0].clientSecret'],
    ],
  ] as [string, object, string[]][])('does not reach %s', async ([, changes, places]) => {
    const { status, error } = await put({ ...(await read()), ...changes });
    expect([status, (error as any).faults.map(({ path }: { path: string }) => path)]).toEqual([400, places]);
  });

  test('is not overwritten with a stale entity tag (lost update)', async () => {
    const seen = await server.call('GET', '/admin/app');
    const putBasedOn = (tag: string, name: string) =>
      server.call('PUT', '/admin/app', { ...seen.data, name }, { headers: { 'if-match': tag } });
    const tag = String(seen.headers['etag']);
    expect((await putBasedOn(tag, 'First')).status).toBe(200);
    const late = await putBasedOn(tag, 'Second');
    expect([late.status, late.error.code]).toEqual([412, 'changed-meanwhile']);
    const now = await server.call('GET', '/admin/app');
    expect(now.data.name).toBe('First');
    expect((await putBasedOn(String(now.headers['etag']), 'Third')).status).toBe(200);
  });

  test('is refused to other callers', async () => {
    const other = await buildServer(product, 'app_demo');
    expect((await other.call('GET', '/admin/app')).data.id).toBe('app_demo');
    expect((await other.call('PUT', '/admin/app', await read())).error.code).toBe('invalid-settings');
  });

  test.for([undefined, [], 'text', null])('is not %j', async (body) => {
    expect((await put(body)).status).toBe(400);
  });

  test('stands in the audit trail with its actor', async () => {
    await put({ ...(await read()), name: 'Traced' });
    const { rows } = await product.database.pool.query(
      `select action, note from audit_entry where site_id = 'app_live' and actor = 'club server' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'app.applied', note: '~ name: "Harbour Club" → "Traced"' }]);
  });
});

describe('webhooks', () => {
  const hook = { id: 'club', url: 'https://club.example/hook', events: ['member.created'] };

  test('are declared, delivered, listed and retried', async () => {
    await put({ ...(await read()), webhooks: [hook] });
    const made = await server.call('POST', '/admin/members', { email: 'ann@example.org' });
    const list = await server.call('GET', '/admin/webhooks/deliveries?state=waiting');
    expect(list.data).toMatchObject([{ endpointId: 'club', event: 'member.created', state: 'waiting' }]);
    expect(Date.parse(list.data[0].nextAttemptAt)).not.toBeNaN();
    const one = `/admin/webhooks/deliveries/${list.data[0].id}`;
    const shown = (await server.call('GET', one)).data;
    expect(shown).toMatchObject({
      id: list.data[0].id,
      payload: { id: made.data.id, auth: { email: 'ann@example.org' } },
    });
    const path = `${one}/retry`;
    expect((await server.call('POST', path)).data).toEqual({ id: list.data[0].id });
    const other = await buildServer(product, 'app_demo');
    expect((await other.call('GET', '/admin/webhooks/deliveries')).data).toEqual([]);
    expect((await other.call('POST', path)).error.code).toBe('webhook-not-found');
    expect((await other.call('GET', one)).error.code).toBe('webhook-not-found');
    await server.call('DELETE', `/admin/members/${made.data.id}`);
  });

  test('are listed by a known state alone, and the refusal names those', async () => {
    const { error } = await server.call('GET', '/admin/webhooks/deliveries?state=lost');
    expect(error).toMatchObject({
      code: 'invalid-request',
      field: 'state',
      message: 'The field "state" must be one of waiting, delivered, failed.',
    });
  });

  test.for(['limit=0', 'state=lost', 'page=2', 'limit=x'])('are not listed with %s', async (query) => {
    expect((await server.call('GET', `/admin/webhooks/deliveries?${query}`)).error.code).toBe('invalid-request');
  });
});
