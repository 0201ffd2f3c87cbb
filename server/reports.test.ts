import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCommands } from './membership/administration/commands/app-commands.ts';
import type { CommandServices } from './membership/administration/commands/command-services.ts';
import { memberFileCommands } from './membership/administration/commands/member-file-commands.ts';
import { createSecretKey } from './membership/administration/secret-keys.ts';
import { createSites } from './membership/sites/sites.ts';
import { requestsCommand } from './enrolment/requests/request-commands.ts';
import { runCommand } from './platform/commands.ts';
import { checkServers } from './platform/database/check-servers.ts';
import {
  createDatabase,
  createPool,
  endPool,
  timeouts,
  type Pool,
  type PooledDatabase,
} from './platform/database/database.ts';
import { createServerFinder } from './platform/database/primary.ts';
import { createReports, reports, type ReportName, type Reports } from './platform/database/reports.ts';
import { openStandby, type Standby, type StandbyState } from './platform/database/standby.ts';
import { newId } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { ask } from './testing/ask.ts';
import { startDatabasePair, type DatabasePair } from './testing/database-pair.ts';
import { eventually } from './testing/eventually.ts';
import { freePort } from './testing/free-port.ts';
import { spawnProduct, startProcess, type ProductProcess } from './testing/process.ts';
import { randomAddress } from './testing/product.ts';
import { openConsole } from './testing/staff-console.ts';
import { startTcpLine } from './testing/tcp-line.ts';

const siteId = 'app_demo';
let pair: DatabasePair;
let product: ProductProcess;
let url: string;
let key: string;
/** On the primary, under the product's account and its owner's. */
let db: PooledDatabase;
let pool: Pool;
let owner: Pool;
const opened: Standby[] = [];

beforeAll(async () => {
  pair = await startDatabasePair();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const variables = { DATABASE_READ_URL: pair.bothUrl, DATABASE_READ_LAG: '2' };
  product = await startProcess({ database: { DATABASE_URL: pair.bothUrl }, port, variables });
  pool = createPool({ url: pair.primaryUrl, maxConnections: 4 });
  owner = createPool({ url: pair.ownerUrl, maxConnections: 2 });
  db = createDatabase(pool);
  const site = await createSites(db, url).get(siteId);
  ({ key } = await createSecretKey(db, { site, label: 'a test', actor: 'a test' }));
});
afterAll(async () => {
  await product?.kill();
  await Promise.all([pool, owner].map(endPool));
  await Promise.all(opened.map((standby) => standby.close()));
  await pair.stop();
});

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await ask(url + path, {
    method,
    headers: {
      'x-api-key': key,
      'x-forwarded-for': randomAddress(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: JSON.parse(answer.text) };
};
const conditionSeen = async (): Promise<string> => (await call('GET', '/healthz')).json.standby;
const becomes = (condition: string) => eventually(async () => (await conditionSeen()) === condition);

/** How many reports of a name a server has answered, by the metrics of the product. */
async function answered(report: ReportName, server: 'standby' | 'primary'): Promise<number> {
  const { text } = await ask(`${url}/metrics`, { method: 'GET', headers: {} });
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`intake_reports_total{report="${report}",server="${server}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

let made = 0;
/** Creates a member as the site's server, and lists the newest as the same. */
async function createAndList(): Promise<{ created: string; listed: string; total: number }> {
  const { json: created } = await call('POST', '/admin/members', { email: `ana${++made}@example.org` });
  const { json: listed } = await call('GET', '/admin/members?order=DESC&limit=1');
  return { created: created.data.id, listed: listed.data[0].id, total: listed.totalCount };
}

/** A page view that no process has counted yet, on the primary. */
const countViews = (count: number) =>
  owner.query(
    `insert into page_count values ($1, current_date, 'view', '', $2)
     on conflict (site_id, day, kind, value) do update set count = excluded.count`,
    [siteId, count],
  );
const viewsIn = (from: PooledDatabase | Parameters<Parameters<Reports['read']>[1]>[0]) =>
  sql<{ count: string }>`select count from page_count where kind = 'view' and site_id = ${siteId}`
    .execute(from)
    .then(({ rows }) => Number(rows[0]?.count ?? 0));

/** A standby in this process. */
function openOwn(address = pair.standbyUrl, lagSeconds = 999): { standby: Standby; reports: Reports } {
  const standby = openStandby({ url: address, lagSeconds, applicationName: 'intake-test', log: createLog('silent') });
  opened.push(standby);
  return { standby, reports: createReports(db, standby) };
}

test('what a caller has written is in the report it asks for next, which a standby answers', async () => {
  await becomes('follows');
  for (let round = 1; round <= 20; round++) {
    const { created, listed, total } = await createAndList();
    expect([listed, total]).toEqual([
      created,
      (await owner.query('select from member where site_id = $1', [siteId])).rowCount,
    ]);
  }
  await eventually(async () => {
    await call('GET', '/admin/members');
    return (await answered('GET /admin/members', 'standby')) > 0;
  });
});

test('every report can be read on a standby, which takes no writes', async ({ onTestFinished }) => {
  const { standby, reports: own } = openOwn();
  const folder = await mkdtemp(join(tmpdir(), 'intake-reports-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const services = {
    db,
    reports: own,
    sites: createSites(db, url),
    appUrl: url,
    actor: 'a test',
    terminal: { folder },
  } as unknown as CommandServices;
  const staff = await openConsole({ url, database: { db, pool: owner } as never }).employ({ role: 'owner' });
  const groups = [appCommands, memberFileCommands, { title: 'Requests', commands: [requestsCommand] }];
  const run = (...words: string[]) => runCommand(groups, words, (use) => use(services));
  const asked: Record<ReportName, () => Promise<unknown>> = {
    'GET /admin/members': () => call('GET', '/admin/members'),
    'GET /admin/webhooks/deliveries': () => call('GET', '/admin/webhooks/deliveries'),
    'GET /admin/page-counts': () => call('GET', '/admin/page-counts?from=2026-01-01&to=2026-01-31'),
    'GET /console/api/figures': () =>
      ask(`${url}/console/api/figures`, { method: 'GET', headers: { cookie: staff.cookie } }),
    'GET /console/api/reports/:report': () =>
      ask(`${url}/console/api/reports/funnel`, { method: 'GET', headers: { cookie: staff.cookie } }),
    'app audit': () => run('app', 'audit', siteId),
    'app webhooks --deliveries': () => run('app', 'webhooks', siteId, '--deliveries'),
    'members export-all': () => run('members', 'export-all', siteId, '--to', `${newId('reports-')}.csv`),
    'members list': () => run('members', 'list', siteId),
    requests: () => run('requests', '--csv'),
  };
  const readHere: ReportName[] = [];
  // Of commands, which count nothing that could be read here: the primary must not be asked in the standby's place.
  const { read } = standby;
  standby.read = async (wish, work) => {
    const found = await read(wish, work);
    if (!found) throw new Error('the primary would be asked');
    return found;
  };
  for (const name of Object.keys(reports) as ReportName[])
    await eventually(async () => {
      const before = await answered(name, 'standby');
      const answer = await asked[name]().catch((error: Error) => {
        if (error.message !== 'the primary would be asked') throw error;
      });
      const isCommand = !name.startsWith('GET ');
      const isRead = answer !== undefined && (isCommand || (await answered(name, 'standby')) > before);
      if (isRead) readHere.push(name);
      return isRead;
    });
  expect(readHere).toEqual(Object.keys(reports));
});

describe('a read on a standby', () => {
  test('sees one snapshot, may take a minute, and cannot write', async () => {
    const { reports: own } = openOwn();
    const settings = () =>
      own.read('requests', async (from) => {
        const { rows } = await sql<Record<string, unknown>>`
          select pg_is_in_recovery() as "isStandby", current_setting('transaction_isolation') as isolation,
            current_setting('statement_timeout') as "limit", current_setting('default_transaction_read_only') as "readOnly"`.execute(
          from,
        );
        return rows[0]!;
      });
    await eventually(async () => (await settings())['isStandby'] === true);
    expect(await settings()).toMatchObject({ isolation: 'repeatable read', limit: '1min', readOnly: 'on' });
    await eventually(async () => {
      const wrote = await own
        .read('requests', (from) => sql`update site set name = name`.execute(from))
        .then(
          () => 'on the primary',
          (error: { code?: string }) => error.code,
        );
      return wrote === '25006';
    });
  });

  test('is not refused as lagging while the primary has nothing to do', async () => {
    const { standby } = openOwn(pair.standbyUrl, 1);
    let seen: StandbyState | undefined;
    standby.watch(db);
    await eventually(async () => {
      const [{ isOld }] = (await pair.askStandby(
        `select now() - pg_last_xact_replay_timestamp() > interval '1.5 s' as "isOld"`,
      )) as [{ isOld: boolean }];
      seen = standby.state();
      return isOld && seen.lagSeconds === 0;
    });
    expect(seen).toEqual({ condition: 'follows', lagSeconds: 0 });
  });
});

describe('while a standby lags', () => {
  test('callers still see what they wrote, and page counts may be as old as the bound', async () => {
    const { reports: own } = openOwn();
    await countViews(10);
    const read = (name: ReportName) => own.read(name, viewsIn);
    await eventually(async () => (await read('GET /admin/page-counts')) === 10);
    const { standby } = openOwn();
    standby.watch(db);
    await eventually(async () => standby.state().lagSeconds === 0);
    const watched = createReports(db, standby);
    await pair.askStandby('select pg_wal_replay_pause()');
    try {
      await countViews(20);
      // The negative control: by the rule of page counts the answer is the old one.
      expect(await watched.read('GET /admin/page-counts', viewsIn)).toBe(10);
      expect(await watched.read('GET /admin/members', viewsIn)).toBe(20);
      const { created, listed } = await createAndList();
      expect(listed).toBe(created);
      await becomes('lags');
      const before = await answered('GET /admin/page-counts', 'primary');
      const today = new Date().toISOString().slice(0, 10);
      const { json } = await call('GET', `/admin/page-counts?from=${today}&to=${today}`);
      expect(json.data).toContainEqual({ day: today, kind: 'view', value: '', count: 20 });
      expect(await answered('GET /admin/page-counts', 'primary')).toBe(before + 1);
      expect((await ask(`${url}/metrics`, { method: 'GET', headers: {} })).text).toContain('intake_standby_usable 0');
    } finally {
      await pair.askStandby('select pg_wal_replay_resume()');
    }
    await becomes('follows');
    expect((await ask(`${url}/metrics`, { method: 'GET', headers: {} })).text).toMatch(
      /^intake_standby_lag_seconds \d/m,
    );
  });
});

describe('DATABASE_READ_URL', () => {
  const warningsOf = (readUrl: string) => checkServers({ url: pair.bothUrl, directUrl: undefined, readUrl });

  test('that names a server of another cluster refuses the start, in a sentence', async () => {
    const server = process.env['INTAKE_TEST_PRODUCT']!;
    const foreign = new URL(server);
    foreign.pathname = '/postgres';
    const { exited, output } = spawnProduct({
      DATABASE_URL: pair.bothUrl,
      DATABASE_READ_URL: foreign.href,
      PORT: String(await freePort()),
    });
    expect(await exited).toBe(1);
    expect(output()).toBe(
      'Intake did not start: DATABASE_URL and DATABASE_READ_URL lead to 2 different databases: all servers must be of one cluster, a primary and its standbys.\n',
    );
  });

  test('that names a standby of the primary, or both, is taken (negative control)', async () => {
    expect(await warningsOf(pair.standbyUrl)).toEqual([]);
    expect(await warningsOf(pair.bothUrl)).toEqual([]);
  });

  test('that leads to the primary, or to nothing, is warned of: the standby may be lost for a while', async () => {
    const warning = /^no server that DATABASE_READ_URL names .+ is a standby now: reports are read from the primary/;
    expect(await warningsOf(pair.primaryUrl)).toEqual([expect.stringMatching(warning)]);
    expect(await warningsOf(`postgres://a:b@127.0.0.1:${await freePort()}/intake`)).toEqual([
      expect.stringMatching(warning),
    ]);
    const { reports: own } = openOwn(pair.primaryUrl);
    await countViews(30);
    expect(await own.read('GET /admin/members', viewsIn)).toBe(30);
  });
});

test('of several standbys the one in use is kept, and the next one after it', async ({ onTestFinished }) => {
  const { port } = new URL(pair.standbyUrl);
  const lines = await Promise.all([1, 2].map(() => startTcpLine({ host: '127.0.0.1', port: Number(port) })));
  onTestFinished(async () => void (await Promise.all(lines.map((line) => line.close()))));
  const [one, two] = lines.map((line) => pair.standbyUrl.replace(`:${port}/`, `:${line.port}/`));
  const finder = createServerFinder([one!, two!], 'standby');
  const used = await finder.find();
  for (let lost = 1; lost <= 10; lost++) {
    finder.forget(used);
    expect((await finder.find()).port).toBe(used.port);
  }
  await lines.find((line) => line.port === used.port)!.cut();
  finder.forget(used);
  const next = await finder.find();
  expect(next.port).not.toBe(used.port);
  await lines.find((line) => line.port === used.port)!.restore();
  // An error of another connection to the server before.
  finder.forget(used);
  expect((await finder.find()).port).toBe(next.port);
});

test('a standby that dies is left at once, and used again when it is back', async () => {
  await becomes('follows');
  await pair.killStandby();
  const { created, listed } = await createAndList();
  expect(listed).toBe(created);
  await becomes('away');
  expect((await call('GET', '/readyz')).status).toBe(200);
  await pair.restartStandby();
  await becomes('follows');
  await eventually(async () => {
    const before = await answered('GET /admin/members', 'standby');
    const again = await createAndList();
    expect(again.listed).toBe(again.created);
    return (await answered('GET /admin/members', 'standby')) > before;
  });
});

test('a standby that vanishes without a word keeps no report waiting for its minute', async ({ onTestFinished }) => {
  const { port } = new URL(pair.standbyUrl);
  const line = await startTcpLine({ host: '127.0.0.1', port: Number(port) });
  onTestFinished(() => line.close());
  const { standby, reports: own } = openOwn(pair.standbyUrl.replace(`:${port}/`, `:${line.port}/`));
  const isStandby = () =>
    own.read('GET /admin/members', async (from) => {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(from);
      return rows[0]!.is;
    });
  standby.watch(db);
  await eventually(isStandby);
  line.jam();
  const startedMs = performance.now();
  // As many as are read at once: no open connection is left by which the silence would be heard.
  expect(await Promise.all(Array.from({ length: 4 }, isStandby))).toEqual([false, false, false, false]);
  // What it would wait for otherwise.
  expect(performance.now() - startedMs).toBeLessThan(timeouts.report);
  await line.restore();
  await eventually(isStandby);
});

/** The last test: afterwards there is no standby any more. */
test('a standby that is promoted is none any more: reports are read where all is', async () => {
  const { reports: own } = openOwn();
  const inRecovery = () =>
    own.read('GET /admin/members', async (from) => {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(from);
      return rows[0]!.is;
    });
  await eventually(inRecovery);
  await pair.killPrimary();
  await pair.promote();
  await eventually(async () => (await call('GET', '/readyz')).status === 200);
  await becomes('away');
  await eventually(async () => (await call('GET', '/admin/members')).status === 200);
  const { created, listed } = await createAndList();
  expect(listed).toBe(created);
});
