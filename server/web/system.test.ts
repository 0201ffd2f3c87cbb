import { createProduct, type Product } from '../product.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { metricsRoute } from '../platform/http/metrics.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { readEnv } from '../platform/env.ts';
import { createTestClient } from '../testing/product.ts';
import { type TestDatabase, createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { freePort } from '../testing/free-port.ts';
import { type MailSink, startMailSink } from '../testing/mail-sink.ts';
import { type TcpLine, startTcpLine } from '../testing/tcp-line.ts';
import { productionVariables } from '../testing/production.ts';

const log = createLog('silent');

/** The product, with its database at the end of a line that can be taken away. */
let database: TestDatabase;
let line: TcpLine;
let product: Product;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  line = await startTcpLine({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${line.port}`;
  const port = await freePort();
  product = await createProduct(readEnv({ PORT: String(port), LOG_LEVEL: 'silent' }), address.href, log);
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
      expect(row).toMatch(/^(# (HELP|TYPE) \w+ |\w+(\{[^}]*\})? [-+.\deE]+|\w+(\{[^}]*\})? NaN)/);
    expect(signUps(text)).toBe(before + 1);
    expect(text).toMatch(/intake_jobs\{state="waiting"\} \d/);
    for (const personal of [student.email, student.memberId, student.token, 'hunter2', '@'])
      expect(text).not.toContain(personal);
  });

  test('about jobs that were given up', async () => {
    await database.pool.query(
      `select graphile_worker.add_job('nobody-knows-it', job_key => 'given-up');
       update graphile_worker._private_jobs set attempts = max_attempts where key = 'given-up'`,
    );
    expect((await get('/metrics')).text).toContain('intake_jobs{state="failed"} 1');
  });
});

describe('pages under /dev', () => {
  const underName = (host: string, path = '/dev/mail.json') =>
    product.app.inject({ url: path, headers: { host, accept: 'application/json' } });

  test.for(['evil.example', 'localhost.evil.example:4000', '127.0.0.1.evil.example'])(
    'answer nothing under the foreign name %j, as after DNS rebinding',
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

  test('everything that needs it answers 503 and says when to come again, and heals by itself', async () => {
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
    const webhook = await fetch(`${url}/webhooks/stripe`, { method: 'POST', body: '{}' });
    expect(webhook.status).toBe(400);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/uc/login')).status).toBe(200);
    expect((await get('/metrics')).text).toContain('process_cpu_seconds_total');

    await line.restore();
    await eventually(async () => (await get('/readyz')).status === 200);
    expect((await get('/app', key)).status).toBe(200);
  });

  test('connections that were ended are replaced without an error', async () => {
    await get('/app', key);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'intake%' and pid <> pg_backend_pid()",
    );
    await eventually(async () => (await get('/readyz')).status === 200);
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/enrolment/catalogue', key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  test('a database that says nothing is given up, health answers meanwhile', async () => {
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
  await eventually(async () => {
    const { rows } = await database.pool.query('select count(*)::int as waiting from pg_locks where not granted');
    return rows[0].waiting >= 10;
  });
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
      'forget-old-counts',
      'free-abandoned-jobs',
      'reconcile',
      'reconcile-plans',
      'seed-cohorts',
      'tell-of-expiring-keys',
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
      databaseUrl: liveDatabase.url,
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

  test('what it measures is for the collector with the token alone', async () => {
    const askedWith = (authorization?: string) =>
      live.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    for (const wrong of [undefined, '', 'Bearer', 'Bearer collector-of-this-tes', 'Bearer undefined'])
      expect([wrong, (await askedWith(wrong)).statusCode]).toEqual([wrong, 404]);
    const answer = await askedWith('Bearer collector-of-this-test');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('intake_request_seconds_count');
  });

  test('without a token nothing is measured for strangers', async () => {
    const closed = createHttpServer({ log, trustedProxies: [] });
    metricsRoute(closed, { token: undefined, production: true });
    expect((await closed.inject('/metrics')).statusCode).toBe(404);
    await closed.close();
  });

  test('nobody is there for a demonstration, and no secret is made up', async () => {
    const { rows } = await liveDatabase.pool.query(
      `select (select count(*) from member)::int as members, (select count(*) from development_secret)::int as secrets,
        (select array_agg(id) from site) as sites`,
    );
    expect(rows).toEqual([{ members: 0, secrets: 0, sites: ['app_enrolment'] }]);
    expect(live).toMatchObject({ usesMailbox: false, usesSandbox: false, demonstration: undefined });
  });

  test('browsers are told to stay on https', async () => {
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
  const env = readEnv({ PORT: String(await freePort()) });
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
