import { afterAll, describe, expect, test, vi, type TestContext } from 'vitest';
import { readEnv } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { createTurns } from './platform/turns.ts';
import { createProduct } from './product.ts';
import { describeFailedStart } from './start-failure.ts';
import { createStartup } from './startup.ts';
import { createTestDatabase } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';
import { freePort } from './testing/free-port.ts';
import { spawnProduct, untilReady } from './testing/process.ts';
import { startTcpLine, type HeldConnection, type TcpLine } from './testing/tcp-line.ts';

/**
 * Serializes the starts up to the stalled statement: each is a whole product, and several at once on a busy machine
 * would hit the database's timeouts earlier. From the statement on they wait concurrently.
 */
const oneStart = createTurns({ atOnce: 1, waitingMost: 100, waitMs: 600_000 });

/** A database behind a TCP proxy that applies a fault before a given statement of a start gets through. */
async function openLine(
  onTestFinished: TestContext['onTestFinished'],
  statement: string,
  happen: (line: TcpLine, connection: HeldConnection) => void,
) {
  const database = await createTestDatabase();
  const url = new URL(database.directUrl);
  const line = await startTcpLine({ host: url.hostname, port: Number(url.port) });
  onTestFinished(async () => {
    await line.close();
    await database.drop();
  });
  url.host = `127.0.0.1:${line.port}`;
  let happenedMs = 0;
  line.before(statement, (connection) => {
    happenedMs = performance.now();
    happen(line, connection);
  });
  return {
    databaseUrl: url.href,
    hasHappened: async () => happenedMs > 0,
    msSince: () => performance.now() - happenedMs,
  };
}

/** How often a start is made again that a busy machine has ended before the statement. */
const startsMost = 3;

/** Starts the program on such a database. */
async function startBehindLine(...[onTestFinished, ...what]: Parameters<typeof openLine>) {
  const line = await openLine(onTestFinished, ...what);
  const port = await freePort();
  const environment = { DATABASE_URL: line.databaseUrl, PORT: String(port), DEMO_PORT: String(await freePort()) };
  const spawned = await oneStart.take({}, async () => {
    for (let started = 1; ; started++) {
      const product = spawnProduct(environment);
      await Promise.race([eventually(line.hasHappened), product.exited]);
      if (started === startsMost || (await line.hasHappened())) return product;
    }
  });
  onTestFinished(async () => {
    spawned.child.kill('SIGKILL');
    await spawned.exited;
  });
  return {
    ...spawned,
    ...line,
    /** The first of two: the program answers, or it has exited. */
    outcome: () =>
      Promise.race([untilReady(spawned.child, port).then(() => 'ready'), spawned.exited]).catch(() => spawned.exited),
  };
}

/** Builds the product on such a database in this process, which is cheaper than a start of the program. */
async function buildBehindLine(...what: Parameters<typeof openLine>) {
  const line = await openLine(...what);
  const { building, startup } = await oneStart.take({}, async () => {
    for (let started = 1; ; started++) {
      const steps = createStartup();
      const env = readEnv({ LOG_LEVEL: 'silent' });
      const product = createProduct(env, line.databaseUrl, createLog('silent'), steps);
      const said = product.then(async (built) => {
        await built.stop();
        return 'ready';
      }, describeFailedStart);
      await Promise.race([eventually(line.hasHappened), said]);
      if (started === startsMost || (await line.hasHappened())) return { building: said, startup: steps };
    }
  });
  return {
    startup,
    end: async () => {
      const said = await building;
      return { said, happened: await line.hasHappened(), isInTime: line.msSince() < boundMs };
    },
  };
}

/** A statement of each step of a start, in their order. */
const steps: [string, string][] = [
  ['the first connection', 'intake'],
  ['the schema', 'kysely_migration'],
  ['the tables of the job queue', '"graphile_worker".migrations'],
  ['the stand-ins', 'development_secret'],
  ['the first data', '"site"'],
  ['the locks of killed workers', 'with lost as'],
  ['the first look for jobs', '_private_tasks'],
  ['the first jobs', 'add_jobs('],
];
/** Upper bound in milliseconds for a start whose database is down or hangs. */
const boundMs = 30_000;

/** A failed start's output; the job queue's library may print its own error before our sentence. */
async function endOf(start: Awaited<ReturnType<typeof startBehindLine>>) {
  const outcome = await start.outcome();
  const isInTime = start.msSince() < boundMs;
  const lines = start.output().trim().split('\n');
  const sentences = lines.filter((line) => line.startsWith('Intake'));
  return { outcome, happened: await start.hasHappened(), isInTime, sentences, last: lines.at(-1) };
}

const sentence = expect.stringMatching(/^Intake did not start: .+[.?]$/);
const endsWithSentence = { said: sentence, happened: true, isInTime: true };
const endsProgramWithSentence = { outcome: 1, happened: true, isInTime: true, sentences: [sentence], last: sentence };

describe.concurrent('a start whose database', { timeout: 600_000 }, () => {
  // The library of the job queue prints each fault with a trace.
  const trace = vi.spyOn(console, 'trace').mockImplementation(() => undefined);
  afterAll(() => trace.mockRestore());

  test.for(steps)('hangs at %s ends with a sentence', async ([, statement], { onTestFinished }) => {
    const start = await buildBehindLine(onTestFinished, statement, (line) => line.jam());
    expect(await start.end()).toEqual(endsWithSentence);
  });

  test.for(steps)('goes away at %s ends with a sentence', async ([, statement], { onTestFinished }) => {
    const start = await buildBehindLine(onTestFinished, statement, (line) => void line.cut());
    expect(await start.end()).toEqual(endsWithSentence);
  });

  // A firewall or a balancer forgot it; new connections are answered.
  test.for(steps)('loses one connection without a word at %s ends', async ([, statement], { onTestFinished }) => {
    const start = await buildBehindLine(onTestFinished, statement, (_line, connection) => connection.jam());
    const { said, ...rest } = await start.end();
    // A step that repeats a lost read ends ready.
    expect(said).toMatch(/^ready$|^Intake did not start: .+[.?]$/);
    expect(rest).toEqual({ happened: true, isInTime: true });
  });

  test('hangs at the first data ends the program with a sentence', async ({ onTestFinished }) => {
    const start = await startBehindLine(onTestFinished, '"site"', (line) => line.jam());
    expect(await endOf(start)).toEqual(endsProgramWithSentence);
  });

  test('goes away at the first look for jobs ends the program with a sentence', async ({ onTestFinished }) => {
    const start = await startBehindLine(onTestFinished, '_private_tasks', (line) => void line.cut());
    expect(await endOf(start)).toEqual(endsProgramWithSentence);
  });

  test('takes no new connection while the workers connect ends with a sentence', async ({ onTestFinished }) => {
    const start = await startBehindLine(onTestFinished, 'with lost as', (line) => line.jamNew());
    expect(await endOf(start)).toEqual(endsProgramWithSentence);
  });

  test('only listens to all of that is ready', async ({ onTestFinished }) => {
    const start = await startBehindLine(onTestFinished, 'with lost as', () => undefined);
    expect(await start.outcome()).toBe('ready');
    expect(await start.hasHappened()).toBe(true);
  });

  test('hangs at the schema ends at once on SIGTERM', async ({ onTestFinished }) => {
    const start = await startBehindLine(onTestFinished, 'kysely_migration', (line) => line.jam());
    start.child.kill('SIGTERM');
    // Not 1, with which a stop exits that takes too long.
    expect(await start.exited).toBe(0);
  });

  test.for(steps)('hangs at %s is given up when it is told to stop', async ([, statement], { onTestFinished }) => {
    const start = await buildBehindLine(onTestFinished, statement, (line) => line.jam());
    start.startup.giveUp(new Error('it was told to stop.'));
    // Not the error of the database, with which the start would have ended by itself later.
    const said = 'Intake did not start: it was told to stop.';
    expect(await start.end()).toEqual({ said, happened: true, isInTime: true });
  });
});
