import { createProduct, type Product } from '../product.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bounds, endedRows } from '../growth.ts';
import { reports } from '../platform/database/reports.ts';
import { metricsRoute } from '../platform/http/metrics.routes.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { lanes } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { destinations } from '../platform/outbound-destinations.ts';
import { securityEvents } from '../platform/security-events/event-table.ts';
import { readEnv } from '../platform/env.ts';
import { countWaiting } from '../testing/held-locks.ts';
import { createTestClient } from '../testing/product.ts';
import { type TestDatabase, createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { freePort } from '../testing/free-port.ts';
import { type MailSink, startMailSink } from '../testing/mail-sink.ts';
import { type TcpLine, startTcpLine } from '../testing/tcp-line.ts';
import { productionVariables } from '../testing/production.ts';
import { collectLog } from '../testing/security-log.ts';

const log = createLog('silent');
const collected = collectLog();

/** The product, with its database behind a TCP proxy that can be cut. */
let database: TestDatabase;
let line: TcpLine;
let product: Product;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.directUrl);
  line = await startTcpLine({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${line.port}`;
  const port = await freePort();
  product = await createProduct(readEnv({ PORT: String(port) }), address.href, collected.log);
  await product.app.listen({ port, host: '127.0.0.1' });
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await line.restore();
  await product.stop();
  await line.close();
  await database.drop();
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const startedMs = performance.now();
  const answer = await fetch(url + path, { headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, ms: performance.now() - startedMs };
};
const key = { 'x-api-key': 'pk_sb_enrolment' };

describe('a supervisor hears', () => {
  test('that the process lives and takes work', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect(await get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  });

  test('what it asked for, and the log no line of it', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/app']) expect((await get(path, key)).status).toBe(200);
    await eventually(async () => collected.text().includes('"route":"/app"'));
    expect(collected.text()).not.toMatch(/"route":"\/(?:healthz|readyz|metrics)"/);
  });

  test('what it measures, as Prometheus reads it, by patterns of addresses and without personal data', async () => {
    const signUps = (metrics: string) =>
      Number(
        /intake_request_seconds_count\{method="POST",route="\/auth\/signup",status="200"\} (\d+)/.exec(metrics)?.[1] ??
          0,
      );
    const before = signUps((await get('/metrics')).text);
    const client = createTestClient(url, database);
    const student = await client.buildStudent();
    await get(`/account/verify-email?token=hunter2`);
    await get(`/nowhere/${student.memberId}`);
    const { status, headers, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const row of text.split('\n').filter((each) => each !== ''))
      // A label's value may have braces: patterns of routes do.
      expect(row).toMatch(/^(# (HELP|TYPE) \w+ |\w+(\{(\w+="[^"]*",?)*\})? ([-+.\deE]+|NaN)$)/);
    expect(signUps(text)).toBe(before + 1);
    expect(text).toMatch(/intake_jobs\{lane="mail",state="waiting"\} \d/);
    for (const personal of [student.email, student.memberId, student.token, 'hunter2', '@'])
      expect(text).not.toContain(personal);
  });

  test('about jobs that failed for good and jobs that are late', async () => {
    await database.pool.query(
      `select graphile_worker.add_job('nobody-knows-it', job_key => 'given-up');
       update graphile_worker._private_jobs set attempts = max_attempts where key = 'given-up';
       select graphile_worker.add_job('nobody-knows-it', run_at => now() - interval '2 minutes')`,
    );
    const jobs = async () => (await get('/metrics')).text.match(/^intake_jobs\{lane="other".*$/gm);
    await eventually(async () => (await jobs())?.length === 3);
    expect((await jobs())?.toSorted()).toEqual([
      'intake_jobs{lane="other",state="failed"} 1',
      'intake_jobs{lane="other",state="late"} 1',
      'intake_jobs{lane="other",state="waiting"} 1',
    ]);
  });
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

describe('labels of metrics', () => {
  /** The values that each label may have: few, whatever is asked. */
  const allowed: Record<string, (value: string) => boolean> = {
    method: (value) => methods.some((method) => method === value),
    route: (value) => value === 'none' || methods.some((method) => product.app.hasRoute({ method, url: value })),
    status: (value) => /^[1-5]\d\d$/.test(value),
    state: (value) => /^[a-z-]{1,20}$/.test(value),
    lane: (value) => [...Object.keys(lanes), 'other'].includes(value),
    report: (value) => value in reports,
    server: (value) => value === 'primary' || value === 'standby',
    about: (value) => /^[a-z]{1,20}$/.test(value),
    pool: (value) => ['requests', 'jobs', 'reserved'].includes(value),
    destination: (value) => value in destinations,
    outcome: (value) => /^[a-z-]{1,30}$/.test(value),
    event: (value) => value in securityEvents,
    kind: (value) => /^[a-z-]{1,40}$/.test(value),
    le: (value) => value === '+Inf' || Number(value) > 0,
    // Of Node's own metrics.
    space: (value) => /^[a-z_]{1,40}$/.test(value),
    type: (value) => /^\w{1,40}$/.test(value),
    version: (value) => /^v\d+\.\d+\.\d+$/.test(value),
    major: (value) => /^\d+$/.test(value),
    minor: (value) => /^\d+$/.test(value),
    patch: (value) => /^\d+$/.test(value),
  };
  const strays = (text: string) =>
    [...text.matchAll(/(\w+)="([^"]*)"/g)]
      // Written with two backslashes for one.
      .filter(([, name, value]) => !allowed[name!]?.(value!.replaceAll('\\\\', '\\')))
      .map(([pair]) => pair);

  test('have values from the code alone, whatever is asked', async () => {
    const series = async () => (await get('/metrics')).text.split('\n').length;
    // Numbers are the process's, where servers of other tests had routes of their own.
    const ofOthers = new Set(strays((await get('/metrics')).text));
    for (const path of ['/nowhere', '/uc/course/x', '/files/a.png', '/account/verify-email'])
      for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) await fetch(url + path, { method });
    const before = await series();
    for (let index = 0; index < 30; index++)
      for (const path of [
        `/nowhere/${index}`,
        `/uc/${index}`,
        `/files/${index}.png`,
        `/account/verify-email?token=${index}`,
      ])
        await get(path);
    expect(await series()).toBeLessThan(before + 60);
    const { text } = await get('/metrics');
    expect(strays(text).filter((pair) => !ofOthers.has(pair))).toEqual([]);
    expect(strays('x{route="/files/ana.png",state="Ana Silva",member="mem_1"} 1')).toHaveLength(3);
  });
});

describe('pages under /dev', () => {
  const underName = (host: string, path = '/dev/mail.json') =>
    product.app.inject({ url: path, headers: { host, accept: 'application/json' } });

  test.for(['evil.example', 'localhost.evil.example:4000', '127.0.0.1.evil.example'])(
    'are refused under the foreign name %j, as after DNS rebinding',
    async (host) => {
      for (const path of [
        '/dev/mail.json',
        '/dev/mail',
        '/dev/demo.json',
        '/dev/card/',
        '/dev/oidc/jwks',
        '/%64ev/mail',
      ])
        expect([path, (await underName(host, path)).statusCode]).toEqual([path, 404]);
      expect((await underName(host, '/healthz')).statusCode).toBe(200);
    },
  );

  test.for(['localhost:4000', '127.0.0.1', '[::1]:4000', '192.168.1.20:4000'])('answer under %s', async (host) => {
    expect((await underName(host)).statusCode).toBe(200);
    expect((await underName(host, '/dev/oidc/jwks')).statusCode).toBe(200);
  });
});

describe('while the database is away', () => {
  afterEach(() => line.restore());

  test('every call that needs it answers 503 with Retry-After, and recovers by itself', async () => {
    expect((await get('/app', key)).status).toBe(200);
    await line.cut();
    for (const path of ['/readyz', '/enrolment/catalogue', '/enrolment/order']) {
      const answer = await get(path, { ...key, authorization: 'Bearer abc' });
      expect({ path, status: answer.status, again: answer.headers.get('retry-after') }).toEqual({
        path,
        status: 503,
        again: '1',
      });
      expect(JSON.parse(answer.text)).toEqual({
        error: { code: 'service-unavailable', message: expect.any(String), requestId: expect.any(String) },
      });
    }
    for (let probes = 0; probes < 3; probes++) expect((await get('/readyz')).status).toBe(503);
    expect((await get('/readyz')).text).toContain('"message":"The database does not answer."');
    expect(collected.text().match(/"msg":"not ready: the database does not answer"/g)).toHaveLength(1);
    expect(collected.text()).not.toMatch(/"level":"error".*"route":"\/readyz"/);
    const webhook = await fetch(`${url}/webhooks/stripe`, { method: 'POST', body: '{}' });
    expect(webhook.status).toBe(400);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/uc/login')).status).toBe(200);
    expect((await get('/metrics')).text).toContain('process_cpu_seconds_total');

    await line.restore();
    await eventually(async () => (await get('/readyz')).status === 200);
    expect((await get('/app', key)).status).toBe(200);
    expect(collected.text().match(/"msg":"ready again: the database answers"/g)).toHaveLength(1);
  });

  test('terminated connections are replaced without an error', async () => {
    await get('/app', key);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'intake%' and pid <> pg_backend_pid()",
    );
    await eventually(async () => (await get('/readyz')).status === 200);
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/enrolment/catalogue', key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  test('a silent database runs into a timeout, and health checks answer meanwhile', async () => {
    line.jam();
    const [asking, ready, alive] = await Promise.all([
      get('/enrolment/catalogue', key),
      get('/readyz'),
      get('/healthz'),
    ]);
    expect([asking.status, ready.status, alive.status]).toEqual([503, 503, 200]);
    expect(alive.ms).toBeLessThan(asking.ms / 2);
    await line.restore();
    await eventually(async () => (await get('/readyz')).status === 200);
  });
});

test('busy connections of requests leave card events and health their own', async () => {
  const locks = await database.pool.connect();
  await locks.query('begin; lock table member, session in access exclusive mode');
  const waiting = Array.from({ length: 30 }, () =>
    get('/enrolment/order', { ...key, authorization: `Bearer ${'a'.repeat(43)}` }),
  );
  await eventually(async () => (await countWaiting(database)) >= 10);
  const ready = await get('/readyz');
  expect(ready.status).toBe(200);
  await locks.query('rollback');
  locks.release();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  for (const status of statuses) expect([401, 503]).toContain(status);
});

test('every schedule is known to the queue', async () => {
  const { rows } = await database.pool.query<{ identifier: string }>(
    'select identifier from graphile_worker._private_known_crontabs order by identifier',
  );
  expect(rows.map(({ identifier }) => identifier)).toEqual(
    expect.arrayContaining([
      'check-invariants',
      'compare-with-card-provider',
      'free-abandoned-jobs',
      'reconcile',
      'reconcile-plans',
      'seed-cohorts',
      'tell-of-expiring-keys',
      ...endedRows.map(({ job }) => job.name),
      ...Object.values(bounds).flatMap(({ job = [] }) => job),
    ]),
  );
});

describe('in production', () => {
  let sink: MailSink;
  let live: Product;
  let liveDatabase: TestDatabase;
  beforeAll(async () => {
    sink = await startMailSink();
    liveDatabase = await createTestDatabase();
    const variables = productionVariables({
      database: liveDatabase.variables,
      port: await freePort(),
      smtpPort: sink.port,
    });
    const env = readEnv({ ...variables, METRICS_TOKEN: 'collector-of-this-test' });
    live = await createProduct(env, liveDatabase.url, log);
  });
  afterAll(async () => {
    await live.stop();
    await sink.close();
    await liveDatabase.drop();
  });

  test.for(['/dev/mail', '/dev/mail.json', '/dev/demo.json', '/dev/card/', '/dev/card/faults', '/dev/'])(
    '%s does not exist',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const answer = await live.app.inject({ method, url: path, headers: { accept: 'application/json' } });
        expect(answer.statusCode).toBe(404);
      }
    },
  );

  test('metrics are served only to a collector with the token', async () => {
    const askedWith = (authorization?: string) =>
      live.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    for (const wrong of [undefined, '', 'Bearer', 'Bearer collector-of-this-tes', 'Bearer undefined'])
      expect([wrong, (await askedWith(wrong)).statusCode]).toEqual([wrong, 404]);
    const answer = await askedWith('Bearer collector-of-this-test');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('intake_request_seconds_count');
  });

  test('without a token set metrics are not served', async () => {
    const closed = createHttpServer({ log, trustedProxies: [] });
    metricsRoute(closed, { token: undefined, production: true });
    expect((await closed.inject('/metrics')).statusCode).toBe(404);
    await closed.close();
  });

  test('there are no demonstration accounts, and no generated secrets', async () => {
    const { rows } = await liveDatabase.pool.query(
      `select (select count(*) from member)::int as members, (select count(*) from development_secret)::int as secrets,
        (select array_agg(id) from site) as sites`,
    );
    expect(rows).toEqual([{ members: 0, secrets: 0, sites: ['app_enrolment'] }]);
    expect(live).toMatchObject({ usesMailbox: false, usesSandbox: false, demonstration: undefined });
  });

  test('answers carry HSTS', async () => {
    const answer = await live.app.inject('/uc/login');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('an address with other methods refuses them here too', async () => {
    const answer = await live.app.inject({ method: 'PUT', url: '/auth/login' });
    expect({ status: answer.statusCode, allow: answer.headers['allow'] }).toEqual({
      status: 405,
      allow: 'POST, OPTIONS',
    });
  });
});

test('a product that cannot be built closes what it opened', async () => {
  const broken = await createTestDatabase();
  await broken.pool.query('drop table cohort cascade');
  const env = readEnv({ ...broken.variables, PORT: String(await freePort()) });
  await expect(createProduct(env, broken.url, log)).rejects.toMatchObject({ code: '42P01' });
  const opened = async () =>
    (
      await broken.pool.query(
        'select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rows;
  await eventually(async () => (await opened()).length === 0);
  expect(await opened()).toEqual([]);
  await broken.drop();
});
