import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool } from '../../platform/database/database.ts';
import { buildServer } from '../../testing/administration.ts';
import { runJob } from '../../testing/workers.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { randomAddress } from '../../testing/product.ts';
import { createPageCounts, listCounts, others } from './page-counts.ts';
import { plainPath, plainType, readVisit } from './visit.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const sessionData = {
  browser: 'FIREFOX',
  os: 'LINUX',
  screenSize: 'DESKTOP',
  sessionId: '01kx5v2m9q7r4t8w3y6z1abcde',
  utmParams: { utm_source: 'news' },
};
const odd = [null, 5, 'text', [], [1], { sessionId: 7 }, { sessionId: null, browser: {}, os: [], screenSize: 1 }];
const fresh = /^[0-9a-z]{24}$/;
const sessionIdOf = ({ data }: { data: { sessionData: { sessionId: string } } }) => data.sessionData.sessionId;

describe('POST /page-view', () => {
  test('gives back the client’s session id, or a new one of the length clients keep', async () => {
    const kept = await product.post('/page-view', { data: { sessionData } });
    expect(kept.status).toBe(200);
    expect(kept.json).toEqual({ data: { sessionData: { sessionId: sessionData.sessionId } } });
    const ids = [];
    for (const sessionId of [undefined, null, 'undefined', 'null', 'x'.repeat(27), 'short', 'a b c d e', '<b>bold</b>'])
      ids.push(sessionIdOf(await product.post('/page-view', { data: { sessionData: { sessionId } } })));
    for (const id of ids) expect(id).toMatch(fresh);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('refuses nothing for what it holds', async () => {
    for (const value of odd)
      for (const body of [value, { data: value }, { data: { sessionData: value } }, { data: {}, more: value }]) {
        const isObject = typeof body === 'object' && !Array.isArray(body);
        const { status, data } = await product.post('/page-view', body);
        expect([status, typeof data?.sessionData.sessionId]).toEqual(isObject ? [200, 'string'] : [400, 'undefined']);
      }
    expect((await product.call('POST', '/page-view')).status).toBe(200);
    expect((await product.post('/page-view', '{"data":')).error.code).toBe('invalid-json');
    expect((await product.post('/page-view', { data: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('is for visitors, members and dead sessions alike, and sets no cookie', async () => {
    const { token } = await product.buildMember();
    for (const options of [{}, { token }, { token: 'dead' }, { headers: { origin: 'http://localhost:3000' } }]) {
      const { status, headers } = await product.post('/page-view', { data: { sessionData } }, options);
      expect(status).toBe(200);
      expect(headers['set-cookie']).toBeUndefined();
      if ('headers' in options) expect(headers['access-control-allow-origin']).toBe('http://localhost:3000');
    }
    const foreign = await product.post('/page-view', {}, { headers: { origin: 'https://evil.example' } });
    expect(foreign.error.code).toBe('origin-not-allowed');
    expect((await product.post('/page-view', {}, { headers: { 'x-api-key': undefined } })).status).toBe(401);
  });
});

describe('POST /event', () => {
  test('takes any object', async () => {
    for (const body of [{}, { type: 'click', ...sessionData }, { type: { nested: [1, { two: null }] } }, { a: odd }])
      expect(await product.post('/event', body)).toMatchObject({ status: 200, json: { data: {} } });
    expect((await product.post('/event', [1])).status).toBe(400);
  });
});

describe('site and member in one call', () => {
  const ask = (version: string, token?: string) => {
    const told = { sessionData, trackPageView: true };
    if (version === 'GET') return product.call('GET', '/app-member?includeSSOText=undefined&trackPageView=', { token });
    const credentials = version === 'POST of before' ? { email: 'a@example.org', password: { odd: 1 } } : {};
    return product.post('/app-member', { data: told, ...credentials }, { token });
  };

  test.for(['POST', 'POST of before', 'GET'])('%s brings both, for members', async (version) => {
    const { token, member } = await product.buildMember();
    const { status, data, headers } = await ask(version, token);
    expect(status).toBe(200);
    expect(data.app).toEqual((await product.call('GET', '/app')).data);
    expect(data.member).toEqual((await product.call('GET', '/member', { token })).data);
    expect(data.member.id).toBe(member.id);
    expect(data.sessionData.sessionId).toMatch(version === 'GET' ? fresh : /^01kx5v/);
    expect(headers['set-cookie']).toBeUndefined();
  });

  test.for(['POST', 'POST of before', 'GET'])(
    '%s brings the site alone to visitors and dead sessions',
    async (version) => {
      for (const token of [undefined, 'dead']) {
        const { status, data } = await ask(version, token);
        expect([status, data.app.id, data.member]).toEqual([200, 'app_demo', null]);
      }
    },
  );

  test('answers with texts for single sign-on on request', async () => {
    expect((await product.post('/app-member', { data: {} })).data.app.ssoText).toBeUndefined();
    expect((await product.post('/app-member', { data: { includeSSOText: 'LOGIN' } })).data.app.ssoText).toEqual({});
  });

  test('refuses nothing for what it holds, but keys it does not know', async () => {
    for (const value of odd) expect((await product.post('/app-member', { data: value })).status).toBe(200);
    for (const value of odd)
      expect((await product.post('/app-member', { data: { sessionData: value } })).status).toBe(200);
    expect((await product.call('POST', '/app-member')).status).toBe(200);
    expect((await product.post('/app-member', { other: 1 })).status).toBe(400);
  });
});

describe('a visit', () => {
  test.for([
    ['/', '/'],
    ['/Courses/Data/', '/courses/data'],
    ['/courses?email=a@example.org#part', '/courses'],
    ['/page2/step-3', '/page2/step-3'],
    ['/members/4711', '/members/*'],
    ['/members/mem_5k2r8w0c1x7t9y3p6v4n2b8m', '/members/*'],
    ['/members/9b2d7c1e-3f4a-4b5c-8d6e-7f8091a2b3c4', '/members/*'],
    ['/reset/anna%40example.org', '/reset/*'],
    ['/reset/anna@example.org', '/reset/*'],
    ['/a/deadbeefdeadbeefdead', '/a/*'],
    ['/members/anna.schmidt', '/members/*'],
    ['/members/anna_schmidt', '/members/*'],
    ['/members/annaschmidt1987', '/members/*'],
    ['/reset/qwertyuiopasdfghjk', '/reset/*'],
    ['/reset/qwer-tyui-opas-dfgh-jklz-xcvb-nmqw-erty-uiop', '/reset/*'],
    ['/what-is-data-science-101', '/*'],
    ['/events/2026-11-20', '/events/*'],
    ['courses', undefined],
    [`/${'x'.repeat(300)}`, undefined],
  ] as const)('to %s is counted as one to %s', ([path, expected]) => expect(plainPath(path)).toBe(expected));

  test('is counted by known words alone', () => {
    const told = { browser: '<b>', os: 'linux', screenSize: 'DESKTOP', sessionId: 'x' };
    const { sessionId, ...visit } = readVisit(told, ['/a', '/b']);
    expect(visit).toEqual({ browser: undefined, os: undefined, screen: 'DESKTOP', path: undefined });
    expect(sessionId).toMatch(fresh);
    expect(['click', 'Video: play', 'a@b', 'Dr. Anna Schmidt', '', 5, 'x'.repeat(50), 'mem_1'].map(plainType)).toEqual([
      'click',
      'Video: play',
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });
});

describe('counts', () => {
  const today = async () =>
    (await product.database.pool.query(`select (now() at time zone 'utc')::date::text as day`)).rows[0].day;
  /** As they are stored. */
  const counted = async (siteId: string, kind: string): Promise<Record<string, number>> => {
    const { rows } = await product.database.pool.query(
      'select value, count::int from page_count where site_id = $1 and kind = $2 and day = $3::date',
      [siteId, kind, await today()],
    );
    return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  };
  const shown = async (siteId: string, day: string) => {
    const all = await listCounts(product.services.db, siteId, { from: day, to: day });
    return all.filter(({ kind }) => kind === 'path' || kind === 'event').map(({ value, count }) => [value, count]);
  };
  const view = (path: string) => readVisit(sessionData, path);
  /** Each request has its own client address. */
  const at = (siteId: string) => ({ siteId, clientAddress: randomAddress() });
  const word = (index: number) => String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

  test('add up over processes, and hold no more than 200 different paths a day', async () => {
    const pool = createPool({ url: product.database.directUrl, maxConnections: 2 });
    const processes = [product.services, { ...product.services, db: createDatabase(pool) }].map(createPageCounts);
    for (const [which, counts] of processes.entries()) {
      for (let time = 0; time < 6; time++) counts.countView(at('app_live'), view('/popular'));
      for (let index = 0; index < 150; index++)
        counts.countView(at('app_live'), view(`/${which ? 'x' : 'y'}/${word(index)}`));
      counts.countEvent(at('app_live'), 'click');
      counts.countEvent(at('app_unknown'), 'click');
    }
    await Promise.all(processes.map((counts) => counts.flush()));
    await pool.end();
    const paths = await counted('app_live', 'path');
    expect(paths['/popular']).toBe(12);
    expect(Object.keys(paths).filter((path) => path !== others)).toHaveLength(200);
    expect(paths[others]).toBe(101);
    expect(await counted('app_live', 'view')).toEqual({ '': 312 });
    expect(await counted('app_live', 'browser')).toEqual({ FIREFOX: 312 });
    expect(await counted('app_live', 'event')).toEqual({ click: 2 });
    expect(await counted('app_unknown', 'event')).toEqual({});
  });

  test('of rare values are shown as one, and not kept beyond the day', async () => {
    const day = await today();
    expect(await shown('app_live', day)).toEqual([
      [others, 2],
      [others, 300],
      ['/popular', 12],
    ]);
    const { pool } = product.database;
    const late = await pool.query(
      `update page_count set day = day - 1 where site_id = 'app_live' returning (day)::text`,
    );
    const before = late.rows[0].day;
    await runJob(product.membership.jobs(), 'fold-rare-page-counts');
    const { rows } = await pool.query(`select value from page_count where kind in ('path', 'event') order by value`);
    expect(rows.map(({ value }) => value)).toEqual([others, others, '/popular']);
    expect(await shown('app_live', before)).toEqual([
      [others, 2],
      [others, 300],
      ['/popular', 12],
    ]);
    await pool.query(`update page_count set day = day + 1 where site_id = 'app_live'`);
  });

  test('of rare values are merged for every site and day, however late', async () => {
    const { pool } = product.database;
    await pool.query(
      `insert into site select many.* from generate_series(1, 120) n, jsonb_populate_record(null::site, (
        select to_jsonb(site) || jsonb_build_object('id', 'app_rare' || n, 'public_key', 'pk_rare' || n)
        from site where id = 'app_live')) many`,
    );
    await pool.query('delete from page_count_folding');
    await pool.query(
      `insert into page_count select 'app_rare' || n, current_date - day, 'path', path, count
       from generate_series(1, 120) n, unnest(array[1, 2, 40]) day,
         (values ('/anna', 2), ('/bob', 3), ('/popular', 10), ('(other)', 1)) counted (path, count)`,
    );
    await runJob(product.membership.jobs(), 'fold-rare-page-counts');
    const { rows } = await pool.query(
      `select value, count::int, count(*)::int as counters from page_count where site_id like 'app\\_rare%'
       group by value, count order by value`,
    );
    expect(rows).toEqual([
      { value: others, count: 6, counters: 360 },
      { value: '/popular', count: 10, counters: 360 },
    ]);
  });

  test('of the day are left to the next night, and of a folded day are not looked through again', async () => {
    const { pool } = product.database;
    const addRare = (daysAgo: number) =>
      pool.query(`insert into page_count values ('app_live', current_date - $1::int, 'event', 'rare once', 1)`, [
        daysAgo,
      ]);
    await pool.query(
      'insert into page_count_folding values (true, current_date - 5) on conflict (only_row) do update set folded_until = excluded.folded_until',
    );
    for (const daysAgo of [0, 3, 5]) await addRare(daysAgo);
    await runJob(product.membership.jobs(), 'fold-rare-page-counts');
    const { rows } = await pool.query(
      `select current_date - day as "daysAgo" from page_count where value = 'rare once' order by day`,
    );
    expect(rows).toEqual([{ daysAgo: 5 }, { daysAgo: 0 }]);
  });

  test('are limited per client, so that one cannot use up a site’s values', async () => {
    const counts = createPageCounts(product.services);
    const flood = at('app_flooded');
    const { pool } = product.database;
    await pool.query(`insert into site select * from jsonb_populate_record(null::site, (
      select to_jsonb(site) || '{"id": "app_flooded", "public_key": "pk_flooded"}' from site where id = 'app_live'))`);
    for (let index = 0; index < 300; index++) counts.countView(flood, view(`/${word(index)}`));
    counts.countView(at('app_flooded'), view('/late'));
    await counts.stop();
    const paths = await counted('app_flooded', 'path');
    expect(Object.keys(paths)).toHaveLength(42);
    expect([paths['/late'], paths[others]]).toEqual([1, 260]);
  });

  test('of more sites than one statement takes are all written', async () => {
    const { pool } = product.database;
    const sites = Array.from({ length: 11 }, (_, index) => `app_many${index}`);
    await pool.query(
      `insert into site select many.* from unnest($1::text[]) as ids (id), jsonb_populate_record(null::site, (
        select to_jsonb(site) || jsonb_build_object('id', ids.id, 'public_key', ids.id) from site where id = 'app_live')) many`,
      [sites],
    );
    const counts = createPageCounts(product.services);
    for (const siteId of sites)
      for (let index = 0; index < 500; index++) counts.countEvent(at(siteId), `type ${word(index)}`);
    await counts.stop();
    const { rows } = await pool.query(
      `select sum(count)::int as sum from page_count where site_id like 'app_many%' group by site_id`,
    );
    expect(rows).toEqual(sites.map(() => ({ sum: 500 })));
  });

  test('wait in memory while they cannot be written, within bounds that each site has for itself', async () => {
    const counts = createPageCounts(product.services);
    const name = (index: number) => `type ${word(index)}`;
    for (let index = 0; index < 600; index++) counts.countEvent(at('app_demo'), name(index));
    // Often enough for the 200 of the day, if it is kept in memory.
    for (let time = 0; time < 50; time++) counts.countEvent(at('app_demo'), 'too late');
    for (const siteId of ['app_demo', 'app_live']) counts.countView(at(siteId), view('/elsewhere'));
    await product.database.pool.query('alter table page_count rename to page_count_elsewhere');
    await counts.flush();
    await product.database.pool.query('alter table page_count_elsewhere rename to page_count');
    counts.countEvent(at('app_demo'), name(0));
    await counts.stop();
    const events = await counted('app_demo', 'event');
    expect(events[name(0)]).toBe(2);
    expect(events['too late']).toBeUndefined();
    expect(Object.keys(events).length).toBeLessThanOrEqual(201);
    expect(Object.values(events).reduce((sum, each) => sum + each, 0)).toBe(651);
    expect(await counted('app_demo', 'browser')).toEqual({ FIREFOX: 1 });
    expect((await counted('app_live', 'browser')).FIREFOX).toBe(313);
  });

  test('are read by the site’s own server, a month at a time', async () => {
    const day = await today();
    const [server, other] = [await buildServer(product, 'app_live', 'reports'), await buildServer(product, 'app_demo')];
    const read = await server.call('GET', `/admin/page-counts?from=${day}&to=${day}`);
    expect(read.data).toContainEqual({ day, kind: 'path', value: '/popular', count: 12 });
    const foreign = await other.call('GET', `/admin/page-counts?from=${day}&to=${day}`);
    expect(JSON.stringify(foreign.data)).not.toContain('/popular');
    expect((await server.call('GET', '/admin/page-counts?from=2026-01-01&to=2026-01-31')).data).toEqual([]);
    const wrong = ['from=2026-02-30&to=2026-03-01', 'from=x&to=y', '', 'from=2026-01-02&to=2026-01-01'];
    for (const range of ['from=2026-01-01&to=2026-02-01', 'from=0000-01-01&to=0000-01-02', ...wrong])
      expect((await server.call('GET', `/admin/page-counts?${range}`)).status).toBe(400);
    expect((await product.call('GET', `/admin/page-counts?from=${day}&to=${day}`)).status).toBe(401);
  });

  test('are deleted after thirteen months', async () => {
    const { pool } = product.database;
    await pool.query(`insert into page_count values ('app_demo', current_date - 402, 'view', '', 1)`);
    await runJob(product.membership.jobs(), 'forget-old-page-counts');
    const { rows } = await pool.query('select 1 from page_count where day < current_date - 401');
    expect(rows).toEqual([]);
  });

  test('are written when the server closes, and identify no person', async () => {
    const before = (await counted('app_demo', 'path'))['/only/here'] ?? 0;
    const headers = { 'referring-path': '/Only/Here?token=secret' };
    await product.post('/page-view', { data: { sessionData } }, { headers });
    await product.app.close();
    expect((await counted('app_demo', 'path'))['/only/here']).toBe(before + 1);
    const { rows } = await product.database.pool.query('select * from page_count');
    expect(JSON.stringify(rows)).not.toMatch(/01kx5v|secret|10\.\d+\.\d+\.\d+|mem_/);
    expect(rows.length).toBeGreaterThan(200);
  });
});
