import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, type TestContext } from 'vitest';
import { patientJob } from './membership/site-events/delivery-rounds.ts';
import { timeouts, transaction, type PooledDatabase } from './platform/database/database.ts';
import { quietWithinMs, requestGraceMs } from './platform/http/close-server.ts';
import { workersStopMs } from './platform/job-workers.ts';
import { lanes } from './platform/jobs.ts';
import { createKeys } from './platform/keys.ts';
import { queueMail } from './platform/mail.ts';
import { flushMs } from './platform/tracing/otlp.ts';
import { closeFailedMs, noticeMs, stopLimitMs } from './startup.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';
import { freePort } from './testing/free-port.ts';
import { startMailSink } from './testing/mail-sink.ts';
import { buildFolder, isRunning, spawnProduct, untilReady, type SpawnedProduct } from './testing/process.ts';

const receipt = {
  kind: 'receipt',
  to: 'ana@example.org',
  subject: 'Your receipt',
  text: 'Thank you.',
  html: 'Thank you.',
};

type Finish = TestContext['onTestFinished'];

interface Running extends SpawnedProduct {
  port: number;
  database: TestDatabase;
  get(path: string): Promise<Response>;
}

interface RunningOptions {
  /** Whether it has an IPC channel to us, as to the command that starts it. */
  channel?: boolean;
  variables?: Record<string, string>;
}

async function buildRunning(
  onTestFinished: Finish,
  { channel = false, variables = {} }: RunningOptions = {},
): Promise<Running> {
  const database = await createTestDatabase();
  const port = await freePort();
  const spawned = spawnProduct(
    { ...database.variables, PORT: String(port), ...(channel ? { INTAKE_PARENT: 'ipc' } : {}), ...variables },
    { channel },
  );
  onTestFinished(async () => {
    spawned.child.kill('SIGKILL');
    await spawned.exited;
    await database.drop();
  });
  await untilReady(spawned.child, port).catch((error: unknown) => {
    throw new Error(`The program did not start. It said:\n${spawned.output()}`, { cause: error });
  });
  return { ...spawned, port, database, get: (where) => fetch(`http://127.0.0.1:${port}${where}`) };
}

/**
 * Starts the program on a database where the lane `slow-webhooks` cannot poll for jobs: an open transaction has inserted
 * the name of one of its tasks, and the lane's own insert waits for that. All other lanes poll and run jobs.
 *
 * @param prepare is called before the start
 */
async function startWithoutLane(
  onTestFinished: Finish,
  variables: Record<string, string>,
  prepare: (db: PooledDatabase) => Promise<unknown> = async () => undefined,
) {
  const database = await createTestDatabase();
  await prepare(database.db);
  const registering = await database.pool.connect();
  await registering.query('set idle_in_transaction_session_timeout = 0');
  await registering.query('begin');
  await registering.query('insert into graphile_worker._private_tasks (identifier) values ($1)', [patientJob.name]);
  const release = async () => void (await registering.query('rollback'));
  const port = await freePort();
  const spawned = spawnProduct({ ...database.variables, PORT: String(port), ...variables });
  onTestFinished(async () => {
    spawned.child.kill('SIGKILL');
    await spawned.exited;
    registering.release(true);
    await database.drop();
  });
  const isWaiting = async () =>
    (
      await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_tasks%'`,
      )
    ).rowCount! > 0;
  await Promise.race([eventually(isWaiting), spawned.exited]);
  return { ...spawned, port, database, release };
}

/** Requests on a new connection. Only a refused connect may fail: its request was never sent. */
const askOnce = (port: number, where = '/healthz') =>
  new Promise<string>((resolve) => {
    let outcome = 'not connected';
    const socket = connect(port, '127.0.0.1', () => {
      outcome = 'cut off';
      socket.write(`GET ${where} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (text) => (outcome = String(text).slice(9, 12)));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(outcome));
  });

/** What readiness and health answer, asked together again and again until the process takes no connection. */
async function watchUntilClosed({ port }: Running): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const look = await Promise.all([askOnce(port, '/readyz'), askOnce(port, '/healthz')]);
    if (look.includes('not connected')) return seen;
    seen.push(look.join(' '));
    await sleep(10);
  }
}

/** A log-in that has begun and whose body the test keeps back. */
async function startSlowRequest({ port }: Running) {
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'not-the-password' });
  const asking = request({
    port,
    host: '127.0.0.1',
    agent: false,
    method: 'POST',
    path: '/auth/login',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-api-key': 'pk_sb_enrolment',
      expect: '100-continue',
    },
  });
  const answer = once(asking, 'response').then(([{ statusCode }]) => statusCode as number);
  answer.catch(() => undefined);
  asking.flushHeaders();
  // The program has read its head.
  await once(asking, 'continue');
  return { answer, release: () => void asking.end(body) };
}

const within = async (ms: number, work: Promise<unknown>) => {
  const startedMs = performance.now();
  await work;
  expect(performance.now() - startedMs).toBeLessThan(ms);
};

describe.concurrent('the program ends', () => {
  test('gracefully on SIGTERM: not ready first, then running requests finish', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished, { variables: { LOG_LEVEL: 'info' } });
    const slow = await startSlowRequest(running);
    const watching = watchUntilClosed(running);
    running.child.kill('SIGTERM');
    const seen = await watching;
    // One alone might have been answered as the socket closed: a load balancer that is told has time to act on it.
    expect(seen.slice(-2)).toEqual(['503 200', '503 200']);
    expect(seen.filter((look) => !['200 200', '503 200'].includes(look))).toEqual([]);
    slow.release();
    expect(await slow.answer).toBe(401);
    await within(25_000, running.exited);
    expect(running.child.exitCode).toBe(0);
    // The balancer's probes are no errors: one line tells of all of them.
    expect(running.output().match(/not ready: the process is stopping/g)).toHaveLength(1);
    expect(running.output()).not.toMatch(/"level":"error"|"stack":/);
  });

  test('without a failed request behind a load balancer that checks readiness', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    onTestFinished(() => agent.destroy());
    const ask = () =>
      new Promise<number | string>((resolve) => {
        const asking = request({ agent, port: running.port, host: '127.0.0.1', path: '/healthz' }, (answer) =>
          answer.resume().on('end', () => resolve(answer.statusCode!)),
        );
        asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!)).end();
      });
    const red = new AbortController();
    // Looks overlap, as those of several balancers do: the answer to one may be late.
    const looking = Array.from({ length: 4 }, async () => {
      while (!red.signal.aborted) if ((await askOnce(running.port, '/readyz')) !== '200') red.abort();
    });
    const outcomes: (number | string)[] = [];
    const asking = Array.from({ length: 20 }, async () => {
      while (!red.signal.aborted) outcomes.push(await ask());
    });
    setTimeout(() => running.child.kill('SIGTERM'), 300);
    await Promise.all([...looking, ...asking]);
    expect(new Set(outcomes)).toEqual(new Set([200]));
    expect(outcomes.length).toBeGreaterThan(20);
    expect(await running.exited).toBe(0);
  });

  test('without resetting an established connection, with or without a load balancer', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished);
    const outcomes: string[] = [];
    const asking = Array.from({ length: 100 }, async () => {
      for (let outcome = '200'; outcome === '200'; outcomes.push(outcome)) outcome = await askOnce(running.port);
    });
    await eventually(async () => outcomes.length > 500);
    running.child.kill('SIGTERM');
    await Promise.all(asking);
    expect(outcomes.filter((outcome) => outcome === 'cut off')).toEqual([]);
    expect(await running.exited).toBe(0);
  });

  test('without resetting connections that came while it could not run', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished);
    // Without the time for a load balancer to notice.
    running.child.kill('SIGINT');
    await sleep(50);
    running.child.kill('SIGSTOP');
    const asking = Array.from({ length: 50 }, () => askOnce(running.port));
    await sleep(1_500);
    running.child.kill('SIGCONT');
    // Where the stop was quicker than our signal they are refused.
    expect(['200', 'not connected']).toEqual(expect.arrayContaining([...new Set(await Promise.all(asking))]));
    expect(await running.exited).toBe(0);
  });

  test('without cutting off clients that keep their connections and know no load balancer', async ({
    onTestFinished,
  }) => {
    const running = await buildRunning(onTestFinished);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    onTestFinished(() => agent.destroy());
    const ask = () =>
      new Promise<string>((resolve) => {
        const asking = request({ agent, port: running.port, host: '127.0.0.1', path: '/healthz' }, (answer) =>
          answer.resume().on('end', () => resolve(String(answer.statusCode))),
        );
        asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!)).end();
      });
    const outcomes: string[] = [];
    const asking = Array.from({ length: 20 }, async (_none, index) => {
      for (let outcome = ''; outcome !== 'ECONNREFUSED'; outcomes.push(outcome)) {
        outcome = await ask();
        await new Promise((resolve) => setTimeout(resolve, 5 * index));
      }
    });
    await eventually(async () => outcomes.length > 200);
    running.child.kill('SIGTERM');
    await Promise.all(asking);
    expect(new Set(outcomes)).toEqual(new Set(['200', 'ECONNREFUSED']));
    expect(await running.exited).toBe(0);
  });

  test('at once on a second SIGTERM', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished);
    const slow = await startSlowRequest(running);
    running.child.kill('SIGTERM');
    await eventually(async () => (await askOnce(running.port, '/readyz')) !== '200');
    running.child.kill('SIGTERM');
    // Before a graceful stop would have given up.
    await within(stopLimitMs, running.exited);
    expect(running.child.exitCode).toBe(1);
    await expect(slow.answer).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  test('within fifteen seconds although a request never ends', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished);
    const hung = connect(running.port, '127.0.0.1');
    hung.on('error', () => undefined);
    hung.write('POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{');
    await eventually(async () => (await running.get('/healthz')).ok);
    running.child.kill('SIGTERM');
    await within(40_000, running.exited);
    expect(running.child.exitCode).toBe(0);
  });

  test('when the command that started it closes the channel', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished, { channel: true });
    running.child.disconnect();
    await within(25_000, running.exited);
    expect(running.child.exitCode).toBe(0);
  });

  test('when the command that started it is killed', async ({ onTestFinished }) => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const port = await freePort();
    const command = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { spawn } from 'node:child_process';
         const child = spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true });
         console.log(child.pid);`,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_ENV: '', INTAKE_PARENT: 'ipc', ...database.variables, PORT: String(port) },
      },
    );
    const pid = Number(String((await once(command.stdout, 'data'))[0]));
    await untilReady(command, port);
    command.kill('SIGKILL');
    await eventually(async () => !isRunning(pid));
    expect(isRunning(pid)).toBe(false);
  });

  test('gracefully on a signal during its start', async ({ onTestFinished }) => {
    const folder = await buildFolder(onTestFinished);
    const pidFile = `${folder}/postgres/postmaster.pid`;
    const { child, exited } = spawnProduct({ PORT: String(await freePort()), DATA_DIR: folder });
    await eventually(async () => existsSync(pidFile), { withinMs: 40_000 });
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });
});

describe('the time of a stop', () => {
  test('is enough for all of its steps', () => {
    // In the order of `product.ts`; the pools are closed at once, then the one of the standby, then the traces.
    const steps = [
      noticeMs,
      Math.max(quietWithinMs + requestGraceMs, workersStopMs),
      timeouts.end,
      timeouts.end,
      flushMs,
    ];
    const togetherMs = steps.reduce((sum, ms) => sum + ms);
    expect(togetherMs + 1_000).toBeLessThanOrEqual(stopLimitMs);
    expect(closeFailedMs + workersStopMs + 1_000).toBeLessThanOrEqual(stopLimitMs);
  });

  test('is less than systemd waits before it kills', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync('deploy/intake@.service', 'utf8'))!;
    expect(stopLimitMs + 1_000).toBeLessThanOrEqual(Number(seconds) * 1_000);
  });
});

describe.concurrent('an uncaught exception is logged, and the program survives it', () => {
  const fault = `process.on('SIGUSR2', () => { Promise.reject(new Error('rejected')); throw new Error('thrown'); })`;
  const variables = {
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(fault)}"`,
  };

  async function raiseIn({ child, output }: SpawnedProduct): Promise<void> {
    child.kill('SIGUSR2');
    const told = () => output().match(/a fault that nobody caught/g)?.length ?? 0;
    await eventually(async () => told() >= 2 && output().endsWith('\n'));
    expect(told()).toBe(2);
    for (const text of ['rejected', 'thrown']) expect(output()).toContain(text);
  }

  test('when it is ready', async ({ onTestFinished }) => {
    const running = await buildRunning(onTestFinished, { variables });
    await raiseIn(running);
    expect((await running.get('/readyz')).status).toBe(200);
  });

  test('while it starts, when jobs run already', async ({ onTestFinished }) => {
    const { port, release, ...starting } = await startWithoutLane(onTestFinished, variables);
    await raiseIn(starting);
    await release();
    await untilReady(starting.child, port);
    expect(starting.child.exitCode).toBeNull();
  });
});

test.concurrent('jobs that run when their start is told to stop come to their end, and no other begins', async ({
  onTestFinished,
}) => {
  const sink = await startMailSink();
  const taken = Promise.withResolvers<void>();
  let asked = 0;
  sink.onMail = () => (asked++, taken.promise);
  const keys = createKeys(['a secret of tests']);
  const { child, exited, database } = await startWithoutLane(
    onTestFinished,
    { SMTP_URL: `smtp://127.0.0.1:${sink.port}` },
    async (db) => {
      for (let mails = 0; mails < 2 * lanes.mail; mails++)
        await transaction(db, (tx) => queueMail({ keys }, tx, receipt));
    },
  );
  onTestFinished(() => sink.close());
  await eventually(async () => asked === lanes.mail);
  child.kill('SIGTERM');
  // Longer than a failed start is closed for.
  await sleep(closeFailedMs + 1_000);
  taken.resolve();
  expect(await exited).toBe(0);
  const { rows } = await database.pool.query('select count(sent_at)::int as sent from mail_outbox');
  expect({ ...rows[0], asked }).toEqual({ sent: lanes.mail, asked: lanes.mail });
});
