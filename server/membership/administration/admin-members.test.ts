import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer, type TestServer } from '../../testing/administration.ts';
import { transaction } from '../../platform/database/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { listPlaces } from '../members/member-list.store.ts';
import { createMember } from '../members/members.ts';

let product: TestMembership;
let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  product = await startTestMembership();
  server = await buildServer(product, 'app_demo', 'club server');
  other = await buildServer(product, 'app_live');
});
afterAll(() => product.stop());

const build = async (body: object = {}) =>
  (await server.call('POST', '/admin/members', { email: newEmail(), ...body })).data;
const outcome = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

describe('a member made by the site’s server', () => {
  test('has all that was said of them and can log in', async () => {
    const email = newEmail();
    const made = await server.call('POST', '/admin/members', {
      email: email.toUpperCase(),
      password: goodPassword,
      plans: [{ planId: 'pln_demo_free' }],
      customFields: { 'first-name': 'Ada', 'membership-number': 'M-17', newsletter: true },
      metaData: { crm: 4711 },
      json: { theme: { dark: true } },
      loginRedirect: '/welcome',
      verified: true,
      permissions: ['moderate-comments', 'moderate-comments'],
    });
    expect(made.status).toBe(200);
    expect(made.data).toMatchObject({
      id: expect.stringMatching(/^mem_sb_/),
      verified: true,
      auth: { email, hasPassword: true },
      customFields: { 'first-name': 'Ada', 'membership-number': 'M-17', newsletter: 'true' },
      metaData: { crm: 4711 },
      json: { theme: { dark: true } },
      loginRedirect: '/welcome',
      permissions: ['moderate-comments'],
      planConnections: [{ planId: 'pln_demo_free', active: true, type: 'FREE' }],
    });
    const signedIn = await product.post('/auth/login', { email, password: goodPassword });
    expect(signedIn.data).toMatchObject({ member: { id: made.data.id }, redirect: '/welcome' });
  });

  test('is mailed nothing, and is unproved unless said otherwise', async () => {
    const member = await build();
    expect(member).toMatchObject({ verified: false, auth: { hasPassword: false }, json: null });
    expect(await product.mailsTo(member.auth.email)).toEqual([]);
  });

  test.for([
    ['no address', { email: undefined }, [400, 'invalid-request']],
    ['no proper address', { email: 'a@b' }, [400, 'invalid-email']],
    ['a short password', { password: 'short' }, [400, 'invalid-password-too-short']],
    ['a common password', { password: 'password123' }, [400, 'invalid-password-too-common']],
    ['an unknown plan', { plans: [{ planId: 'pln_nothing' }] }, [404, 'plan-not-found']],
    ['a plan of another site', { plans: [{ planId: 'pln_enrolled' }] }, [404, 'plan-not-found']],
    ['a plan that costs something', { plans: [{ planId: 'pln_demo_maker' }] }, [403, 'plan-not-free']],
    ['a field nobody declared', { customFields: { shoe: '42' } }, [400, 'invalid-request']],
    ['a boolean that is none', { customFields: { newsletter: 'maybe' } }, [400, 'invalid-field-value']],
    ['too long a value', { customFields: { workshop: 'x'.repeat(5_001) } }, [400, 'invalid-field-value']],
    ['another host to go to', { loginRedirect: '//evil.example' }, [400, 'invalid-request']],
    ['a script to go to', { loginRedirect: ['javascript', 'alert(1)'].join(':') }, [400, 'invalid-request']],
    [
      '51 pairs',
      { metaData: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])) },
      [400, 'invalid-request'],
    ],
    ['501 characters', { metaData: { a: 'x'.repeat(501) } }, [400, 'invalid-request']],
    ['metadata in metadata', { metaData: { a: { b: 1 } } }, [400, 'invalid-request']],
    ['a permission that is no name', { permissions: ['do anything'] }, [400, 'invalid-request']],
    ['a field there is not', { role: 'admin' }, [400, 'invalid-request']],
    ['an id', { id: 'mem_sb_mine' }, [400, 'invalid-request']],
  ] as [string, object, [number, string]][])('is refused with %s, and nothing is made', async ([, body, refusal]) => {
    const count = async () => (await server.call('GET', '/admin/members?limit=1')).json.totalCount;
    const before = await count();
    expect(outcome(await server.call('POST', '/admin/members', { email: newEmail(), ...body }))).toEqual(refusal);
    expect(await count()).toBe(before);
  });

  test('is refused for an address that is taken', async () => {
    const { auth } = await build();
    expect(outcome(await server.call('POST', '/admin/members', { email: auth.email }))).toEqual([
      409,
      'email-already-in-use',
    ]);
  });
});

describe('a change', () => {
  test('merges fields and metadata one level deep and replaces the JSON', async () => {
    const member = await build({
      customFields: { 'first-name': 'Ada', workshop: 'Turning' },
      metaData: { crm: '1', tier: 'gold' },
      json: { a: 1, b: 2 },
    });
    const changed = await server.call('PATCH', `/admin/members/${member.id}`, {
      customFields: { workshop: 'Joinery', 'membership-number': 'M-9' },
      metaData: { tier: null, since: 2024 },
      json: { b: 3 },
    });
    expect(changed.data).toMatchObject({
      customFields: { 'first-name': 'Ada', workshop: 'Joinery', 'membership-number': 'M-9' },
      metaData: { crm: '1', since: 2024 },
      json: { b: 3 },
    });
    expect(changed.data.metaData).not.toHaveProperty('tier');
    expect(changed.data.json).not.toHaveProperty('a');
  });

  test('keeps values that it does not name', async () => {
    const member = await build({
      loginRedirect: '/here',
      permissions: ['a'],
      json: [1],
      metaData: { a: 1 },
      verified: true,
    });
    const { data } = await server.call('PATCH', `/admin/members/${member.id}`, { customFields: { workshop: 'x' } });
    expect(data).toEqual({ ...member, customFields: { ...member.customFields, workshop: 'x' } });
    expect((await server.call('PATCH', `/admin/members/${member.id}`, {})).data).toEqual(data);
  });

  test('writes fields that members may only read', async () => {
    const { token, member } = await product.buildMember();
    const number = { customFields: { 'membership-number': 'M-1' } };
    expect(outcome(await product.post('/member', number, { token }))).toEqual([403, 'field-not-writable']);
    await server.call('PATCH', `/admin/members/${member.id}`, number);
    const own = await product.call('GET', '/member', { token });
    expect(own.data.customFields['membership-number']).toBe('M-1');
  });

  test('of the address applies at once, is unproved, and ends all sessions', async () => {
    const { token, member, email } = await product.buildMember({ proved: true });
    const { code, context } = await product.freshCode(email, 'reset');
    const next = newEmail();
    const { data } = await server.call('PATCH', `/admin/members/${encodeURIComponent(email)}`, { email: next });
    expect(data).toMatchObject({ id: member.id, verified: false, auth: { email: next } });
    expect((await product.call('GET', '/member', { token })).data).toBeNull();
    expect((await product.post('/auth/login', { email, password: goodPassword })).status).toBe(401);
    expect((await product.post('/auth/login', { email: next, password: goodPassword })).status).toBe(200);
    const reset = await product.post('/auth/reset-password', { token: code, newPassword: 'another-river-9', context });
    expect(reset.error.code).toBe('invalid-reset-code');
  });

  test('to an address that is taken is refused and changes nothing', async () => {
    const [one, two] = [await build(), await build()];
    const refused = await server.call('PATCH', `/admin/members/${one.id}`, {
      email: two.auth.email,
      customFields: { workshop: 'x' },
    });
    expect(outcome(refused)).toEqual([409, 'email-already-in-use']);
    expect((await server.call('GET', `/admin/members/${one.id}`)).data).toEqual(one);
  });

  test('of metadata keeps to 50 pairs in concurrent calls', async () => {
    const { id } = await build({ metaData: Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`k${n}`, n])) });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        server.call('PATCH', `/admin/members/${id}`, { metaData: { [`new${n}`]: n } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(Object.keys((await server.call('GET', `/admin/members/${id}`)).data.metaData)).toHaveLength(50);
  });

  test('keeps more pairs than that from sign-up', async () => {
    const metaData = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, n]));
    const email = newEmail();
    const headers = { 'x-api-key': 'pk_sb_demo' };
    const { member } = (await product.post('/auth/signup', { email, password: goodPassword, metaData }, { headers }))
      .data;
    const change = (changes: object) => server.call('PATCH', `/admin/members/${member.id}`, { metaData: changes });
    expect((await change({ k0: 'other' })).data.metaData).toEqual({ ...metaData, k0: 'other' });
    expect(outcome(await change({ more: 1 }))).toEqual([400, 'invalid-request']);
  });

  test('leaves a short trace, and none where nothing became otherwise', async () => {
    const { id } = await build({ metaData: { a: 1 } });
    const notes = async () =>
      (
        await product.database.pool.query(
          `select note from audit_entry where subject = $1 and action = 'member.updated' order by id`,
          [id],
        )
      ).rows.map(({ note }: { note: string }) => note);
    for (const metaData of [{}, { a: 1 }]) await server.call('PATCH', `/admin/members/${id}`, { metaData });
    expect(await notes()).toEqual([]);
    const long = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}${'x'.repeat(450)}`, 1]));
    expect((await server.call('PATCH', `/admin/members/${id}`, { metaData: long })).status).toBe(200);
    const [note = ''] = await notes();
    expect(note.length).toBeLessThan(8_100);
    const forging = { 'a\n2026-01-01 somebody else': 1 };
    expect(outcome(await server.call('PATCH', `/admin/members/${id}`, { metaData: forging }))).toEqual([
      400,
      'invalid-request',
    ]);
  });

  test('makes one site event', async () => {
    const { pool } = product.database;
    await pool.query(
      `insert into site_event_endpoint (site_id, id, url, enabled, sealed_secret) values ('app_demo', 'e', 'https://club.example/e', false, '')`,
    );
    await pool.query(`update site_event_endpoint set enabled = true where id = 'e'`);
    const { id } = await build({ plans: [{ planId: 'pln_demo_free' }] });
    await server.call('PATCH', `/admin/members/${id}`, {
      verified: true,
      metaData: { a: 1 },
      customFields: { workshop: 'y' },
    });
    await server.call('PATCH', `/admin/members/${id}`, { customFields: { workshop: 'y' } });
    const events = async () => {
      const { rows } = await pool.query(`select event from site_event_delivery where payload::text like $1`, [
        `%${id}%`,
      ]);
      return rows.map(({ event }: { event: string }) => event).toSorted();
    };
    expect(await events()).toEqual(['member.created', 'member.plan.added', 'member.updated']);
    await server.call('DELETE', `/admin/members/${id}`);
    // The content of events about a member is erased with them.
    expect(await events()).toEqual(['member.deleted']);
    await pool.query(`delete from site_event_endpoint where id = 'e'`);
  });
});

describe('a list', () => {
  test('goes through all members page by page, each once, in either order', async () => {
    for (let n = 0; n < 7; n++) await build();
    const { totalCount } = (await server.call('GET', '/admin/members?limit=1')).json;
    for (const order of ['ASC', 'DESC']) {
      const seen: string[] = [];
      for (let after: number | undefined, more = true; more;) {
        const { json } = await server.call(
          'GET',
          `/admin/members?limit=5&order=${order}${after === undefined ? '' : `&after=${after}`}`,
        );
        expect(json.totalCount).toBe(totalCount);
        seen.push(...json.data.map(({ id }: { id: string }) => id));
        after = json.endCursor;
        more = json.hasNextPage;
        if (more) expect(json.data).toHaveLength(5);
      }
      expect(new Set(seen).size).toBe(totalCount);
      expect(seen).toHaveLength(totalCount);
      const { rows } = await product.database.pool.query(
        `select id from member where site_id = 'app_demo' order by list_order ${order}`,
      );
      expect(seen).toEqual(rows.map(({ id }) => id));
    }
  });

  describe('read on while people join', () => {
    type Reading = (after: number | undefined) => Promise<{ ids: string[]; end: number | undefined }>;
    const listed: Reading = async (after) => {
      const query = after === undefined ? '' : `&after=${after}`;
      const { data, endCursor } = (await server.call('GET', `/admin/members?limit=100${query}`)).json;
      return { ids: data.map(({ id }: { id: string }) => id), end: endCursor ?? after };
    };
    const join = (linger = async () => {}) =>
      transaction(product.database.db, async (tx) => {
        const site = await product.services.sites.get('app_demo');
        const newcomer = { email: newEmail(), passwordHash: null, verified: false, fields: {}, metaData: {} };
        const id = await createMember(product.services, tx, { site, ...newcomer });
        await linger();
        return id;
      });
    const readerWaits = async () => {
      const { rows } = await product.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%pg_advisory_xact_lock(%'`,
      );
      return rows.length > 0;
    };

    /** Reads after the second of two sign-ups has committed, and again after the first, slower one. */
    async function readBetween(read: Reading): Promise<{ joined: string[]; seen: string[] }> {
      const newest = (await server.call('GET', '/admin/members?limit=1&order=DESC')).json;
      const start = newest.endCursor ?? undefined;
      const [hasPlace, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = join(async () => {
        hasPlace.resolve();
        await gate.promise;
      });
      await hasPlace.promise;
      const quick = await join();
      let isRead = false;
      const reading = read(start).finally(() => (isRead = true));
      await eventually(async () => isRead || (await readerWaits()));
      gate.resolve();
      const joined = [await slow, quick];
      const { ids, end } = await reading;
      return { joined, seen: [...ids, ...(await read(end)).ids] };
    }

    test('misses no member, in whatever order sign-ups commit', async () => {
      const { joined, seen } = await readBetween(listed);
      expect(seen).toEqual(joined);
    });

    test('would miss the slower one if it did not wait for them', async () => {
      const { joined, seen } = await readBetween(async (after) => {
        const query = { siteId: 'app_demo', after, limit: 100, order: 'asc' } as const;
        const places = await listPlaces(product.database.db, query);
        return { ids: places.map(({ id }) => id), end: places.at(-1)?.place ?? after };
      });
      expect(seen).toEqual([joined[1]]);
    });
  });

  test('without members is empty', async () => {
    expect((await other.call('GET', '/admin/members')).json).toEqual({
      totalCount: 0,
      endCursor: null,
      hasNextPage: false,
      data: [],
    });
  });

  test('is at most 100 long, and `first` is another word for `limit`', async () => {
    expect((await server.call('GET', '/admin/members?limit=1000')).status).toBe(200);
    expect((await server.call('GET', '/admin/members?first=2&limit=5')).json.data).toHaveLength(2);
  });

  test.for(['limit=0', 'limit=-1', 'limit=many', 'after=last', 'order=up', 'page=2', 'limit=1&limit=2'])(
    'is refused with %s',
    async (query) => {
      expect(outcome(await server.call('GET', `/admin/members?${query}`))).toEqual([400, 'invalid-request']);
    },
  );
});

test('a member is found by the longest address there is', async () => {
  const label = 'x'.repeat(57);
  const email = `${'a'.repeat(60)}@${label}.${label}.${label}.example`;
  const made = await server.call('POST', '/admin/members', { email });
  expect(made.status).toBe(200);
  const path = `/admin/members/${encodeURIComponent(email).replaceAll('x', '%78')}`;
  expect((await server.call('GET', path)).data?.id).toBe(made.data.id);
});

test('a member is found by id and by address', async () => {
  const member = await build();
  for (const name of [member.id, member.auth.email, encodeURIComponent(member.auth.email.toUpperCase())])
    expect((await server.call('GET', `/admin/members/${name}`)).data).toEqual(member);
  for (const name of ['mem_sb_nobody', 'nobody@example.org', 'no@address', '%00', '@'])
    expect(outcome(await server.call('GET', `/admin/members/${name}`))[0]).toBeGreaterThanOrEqual(400);
});

test('a deleted member’s sessions end', async () => {
  const { token, member } = await product.buildMember();
  expect((await server.call('DELETE', `/admin/members/${member.id}`)).json).toEqual({ data: { id: member.id } });
  expect((await product.call('GET', '/member', { token })).data).toBeNull();
  expect(outcome(await product.post('/member', { customFields: {} }, { token }))).toEqual([401, 'login-required']);
  expect(outcome(await server.call('DELETE', `/admin/members/${member.id}`))).toEqual([404, 'member-not-found']);
});

describe('plans', () => {
  test('that cost nothing are given and taken, with the plain word OK', async () => {
    const { id } = await build();
    const plan = { planId: 'pln_demo_free' };
    for (let twice = 0; twice < 2; twice++) {
      const given = await server.call('POST', `/admin/members/${id}/add-plan`, plan);
      expect([given.status, given.text]).toEqual([200, 'OK']);
    }
    expect((await server.call('GET', `/admin/members/${id}`)).data.planConnections).toHaveLength(1);
    expect((await server.call('POST', `/admin/members/${id}/remove-plan`, plan)).text).toBe('OK');
    expect(outcome(await server.call('POST', `/admin/members/${id}/remove-plan`, plan))).toEqual([
      404,
      'no-plan-found',
    ]);
  });

  test.for([
    ['add-plan', 'pln_demo_maker', [403, 'plan-not-free']],
    ['add-plan', 'pln_enrolled', [404, 'plan-not-found']],
    ['remove-plan', 'pln_enrolled', [404, 'plan-not-found']],
    ['remove-plan', 'pln_demo_free', [404, 'no-plan-found']],
  ] as const)('%s %s is refused', async ([path, planId, refusal]) => {
    const { id } = await build();
    expect(outcome(await server.call('POST', `/admin/members/${id}/${path}`, { planId }))).toEqual(refusal);
  });
});
