import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/keys.ts';
import { builderOf, startTestConsole, type TestConsole } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { buildLibrary } from '../../../testing/library-site.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, buildLibrary([]), product.services.keys);
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const librarian = builderOf('app_library');
const read = async () => (await staffed.ask(librarian, 'GET', '/sites/app_library/settings')).data;
const change = async (settings: object, query = '') => {
  const { version } = await read();
  return staffed.ask(librarian, 'PUT', `/sites/app_library/settings${query}`, { version, settings });
};
const confirm = async (settings: object, reason = 'The club asked for it.') => {
  const { version } = await read();
  return staffed.ask(librarian, 'PUT', '/sites/app_library/settings/confirmed', { version, settings, reason });
};
const lastAct = async () => {
  const { rows } = await product.database.pool.query(
    "select staff_id, reason from audit_entry where site_id = 'app_library' order by id desc limit 1",
  );
  return rows[0];
};

describe('a change that takes something from members', () => {
  const withoutSilver = async () => {
    const { plans } = (await read()).settings;
    return { plans: plans.filter(({ id }: { id: string }) => id !== 'pln_library_silver') };
  };

  test('is shown with the number of members, refused without a confirmation, and taken with a reason', async () => {
    const member = newId('mem_');
    await product.database.pool.query(
      `with joined as (insert into member (id, site_id, email) values ($1, 'app_library', 'silver@example.org'))
       insert into plan_connection (id, member_id, plan_id, type, status, site_id)
       values ($2, $1, 'pln_library_silver', 'FREE', 'ACTIVE', 'app_library')`,
      [member, newId('con_')],
    );
    const settings = await withoutSilver();
    const shown = await change(settings, '?dryRun=true');
    expect(shown.data.changes[0]).toMatchObject({
      path: 'plans[pln_library_silver].status',
      isGrave: true,
      members: 1,
      note: expect.stringContaining('members have it'),
    });
    expect((await change(settings)).error.code).toBe('confirmation-required');
    expect((await confirm(settings, '  ')).error.code).toBe('invalid-request');
    expect((await confirm(settings, 'Not offered any more.')).status).toBe(200);
    expect(await lastAct()).toEqual({ staff_id: 'stf_bela', reason: 'Not offered any more.' });
    expect((await read()).holders).toMatchObject({ pln_library_silver: 1 });
  });

  test('counts members with a seat in a team that has the plan, as the list of members does', async () => {
    await product.database.pool.query(
      `with joined as (insert into member (id, site_id, email)
         select 'mem_' || name, 'app_library', name || '@example.org' from unnest('{ada,bo,cy}'::text[]) name),
       bought as (insert into plan_connection (id, member_id, plan_id, type, status, site_id)
         values ('con_crew', 'mem_ada', 'pln_library_crew', 'FREE', 'ACTIVE', 'app_library')),
       made as (insert into team (id, site_id, owner_id, connection_id, invite_hash, invite_sealed)
         values ('team_crew', 'app_library', 'mem_ada', 'con_crew', 'h', 's'))
       insert into team_seat (team_id, member_id, connection_id, site_id)
         values ('team_crew', 'mem_bo', 'con_bo', 'app_library'), ('team_crew', 'mem_cy', 'con_cy', 'app_library')`,
    );
    const { settings, holders } = await read();
    const plans = settings.plans.filter(({ id }: { id: string }) => id !== 'pln_library_crew');
    const shown = await change({ plans }, '?dryRun=true');
    const listed = await staffed.ask(librarian, 'GET', '/sites/app_library/members?plan=pln_library_crew');
    const reviewed = shown.data.changes[0].members;
    expect([listed.json.count.rows, holders.pln_library_crew, reviewed]).toEqual([3, 3, 3]);
  });

  test('a plan that no member ever had goes without one', async () => {
    const { plans } = (await read()).settings;
    await change({ plans: [...plans, { id: 'pln_library_unused', name: 'Unused' }] });
    expect((await change({ plans })).status).toBe(200);
  });

  test('a field that others may read from now on needs one', async () => {
    await change({ fields: [{ key: 'phone', label: 'Phone' }] });
    const opened = { fields: [{ key: 'phone', label: 'Phone', visibility: 'PUBLIC' }] };
    expect((await change(opened)).error.code).toBe('confirmation-required');
  });

  test('a field that comes back under its key, for others to read, needs one', async () => {
    await change({ fields: [{ key: 'phone', label: 'Phone' }] });
    expect((await change({ fields: [] })).status).toBe(200);
    const back = { fields: [{ key: 'phone', label: 'Phone', visibility: 'MEMBERS' }] };
    expect((await change(back)).error.code).toBe('confirmation-required');
    expect((await change({ fields: [{ key: 'phone', label: 'Phone' }] })).status).toBe(200);
  });
});

describe('a channel for some members', () => {
  const channel = (contentGroup: string) => ({ gatedChannels: [{ key: 'gold-talk', contentGroup }] });
  const silver = { id: 'pln_library_silver', name: 'Silver' };
  /** The groups of the site, that of the channel changed. */
  const groups = async (gold: object) => {
    const { contentGroups } = (await read()).settings;
    return { contentGroups: contentGroups.map((each: any) => (each.key === 'gold' ? { ...each, ...gold } : each)) };
  };
  const close = async () => {
    const { plans } = (await read()).settings;
    const all = [...plans.filter(({ id }: { id: string }) => id !== silver.id), silver];
    const closed = await groups({ allowAllMembers: false, plans: [{ id: 'pln_library_gold' }] });
    expect((await confirm({ ...closed, plans: all, comments: channel('gold') })).status).toBe(200);
  };
  beforeEach(close);

  test.for<[string, () => Promise<object>]>([
    ['without its group', async () => ({ comments: { gatedChannels: [] } })],
    ['under another key', async () => ({ comments: { gatedChannels: [{ key: 'talk', contentGroup: 'gold' }] } })],
    ['in another group', async () => ({ comments: channel('all') })],
    ['whose group lets in all members', () => groups({ allowAllMembers: true })],
    ['whose group lets in another plan', () => groups({ plans: [{ id: 'pln_library_gold' }, { id: silver.id }] })],
    ['whose group is made anew for all members', () => groups({ id: 'grp_new', allowAllMembers: true })],
  ])('is not opened without a confirmation: %s', async ([, opened]) => {
    const settings = await opened();
    expect((await change(settings)).error?.code).toBe('confirmation-required');
    expect((await confirm(settings)).status).toBe(200);
  });

  test('is gated, and its group changed otherwise, without one', async () => {
    const { gatedChannels } = channel('gold');
    const more = { gatedChannels: [...gatedChannels, { key: 'crew-talk', contentGroup: 'all' }] };
    expect((await change({ comments: more })).status).toBe(200);
    expect((await change(await groups({ name: 'Golden', plans: [] }))).status).toBe(200);
    // No channel is in it: it is about pages alone.
    expect((await change({ comments: channel('all') })).error?.code).toBe('confirmation-required');
    expect((await confirm({ comments: channel('all') })).status).toBe(200);
    expect((await change(await groups({ allowAllMembers: true }))).status).toBe(200);
  });
});

describe('a change that works like a secret key', () => {
  const provider = { provider: 'club', name: 'Club', clientId: 'library', issuer: 'https://login.club.example' };
  const webhook = { id: 'crm', url: 'https://crm.example/hook', events: 'all' };

  test.for<[string, object, object]>([
    ['another origin', {}, { origins: ['https://other.example'] }],
    ['another origin, written twice', {}, { origins: ['https://other.example', 'https://other.example'] }],
    ['another provider', {}, { authProviders: [provider] }],
    [
      'another issuer of a provider',
      { authProviders: [provider] },
      { authProviders: [{ ...provider, issuer: 'https://login.other.example' }] },
    ],
    ['another webhook', {}, { webhooks: [webhook] }],
    [
      'another address of a webhook',
      { webhooks: [webhook] },
      { webhooks: [{ ...webhook, url: 'https://other.example/hook' }] },
    ],
    ['a second factor no longer required', { secondFactor: 'required' }, { secondFactor: 'offered' }],
    ['sessions in addresses', {}, { sessionInAddress: true }],
  ])('is refused without a confirmation: %s', async ([, before, settings]) => {
    const none = { origins: [], authProviders: [], webhooks: [], secondFactor: 'offered', sessionInAddress: false };
    expect((await confirm({ ...none, ...before })).status).toBe(200);
    const shown = await change(settings, '?dryRun=true');
    expect(shown.data.changes.some(({ isGrave }: { isGrave: boolean }) => isGrave)).toBe(true);
    expect((await change(settings)).error?.code).toBe('confirmation-required');
    expect((await confirm(settings)).status).toBe(200);
  });

  test('is refused beside an origin that was stored twice, and going back to once is none', async () => {
    const origins = ['https://own.example', 'https://own.example'];
    await product.database.pool.query(
      `update site set settings = jsonb_set(settings, '{origins}', $1) where id = 'app_library'`,
      [JSON.stringify(origins)],
    );
    const more = { origins: [...origins, 'https://other.example'] };
    expect((await change(more)).error?.code).toBe('confirmation-required');
    expect((await change({ origins })).status).toBe(200);
    expect((await read()).settings.origins).toEqual(['https://own.example']);
  });

  test('is none where a provider gets another name, or an origin goes', async () => {
    expect((await confirm({ authProviders: [provider], origins: ['https://other.example'] })).status).toBe(200);
    expect((await change({ authProviders: [{ ...provider, name: 'The club' }], origins: [] })).status).toBe(200);
  });
});
