import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Runner, type RunnerOptions, type Worker, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { JobLocks } from './job-locks.ts';
import type { Lane } from './jobs.ts';
import type { Log } from './log.ts';

export interface Jobs {
  /** Lets running jobs finish for a while, then hands the rest back. */
  stop(): Promise<void>;
}

export interface Workers extends Jobs {
  /** Settles when they have ended, told to or by themselves. */
  ended: Promise<void>;
}

/** Milliseconds that running jobs may take to finish while workers stop. */
const graceMs = 10_000;
/** Milliseconds until workers that ended by themselves are replaced. */
const restMs = 1_000;
/** What the queue's library takes, and what it does not bound itself. */
export interface WorkersOptions extends RunnerOptions {
  pgPool: pg.Pool;
  concurrency: number;
  lane: Lane;
  /** Milliseconds for the first look of all workers; longer than a connection and an answer of the pool take. */
  firstLookMs: number;
}

/**
 * Starts the workers of a lane and waits until they have looked for jobs once.
 *
 * graphile-worker (0.18, taskIdentifiers.js) asks for the numbers of its tasks' names at the first look, and keeps the
 * answer for good even when it is an error: workers whose first look failed would fail at every other, until the process
 * ends. See docs/postmortems/0001-a-lane-of-workers-stayed-away.md.
 *
 * @throws when that look fails
 */
export async function startWorkers(
  { lane, firstLookMs, ...options }: WorkersOptions,
  locks: JobLocks,
): Promise<Workers> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => locks.addPool(workerPool.id));
  events.on('worker:getJob:error', locks.suspect);
  events.on('pool:fatalError', locks.suspect);
  wakeByLane(events, lane);
  const looked = firstLook(events, options.concurrency);
  const broken = breakdown(events);
  const runner = await run({
    ...options,
    pgPool: plainPool(options.pgPool),
    events,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: graceMs,
  });
  const stop = () => stopRunner(runner);
  const ended = Promise.race([runner.promise, broken.then(stop)]);
  ended.catch(() => undefined);
  const waited = new AbortController();
  const tooLong = sleep(firstLookMs, undefined, waited).then(() => {
    throw new Error('the workers did not look for jobs in time');
  });
  tooLong.catch(() => undefined);
  const endedBefore = ended.then(() => {
    throw new Error('the workers ended before they looked for jobs');
  });
  endedBefore.catch(() => undefined);
  try {
    // Workers that end without a look say nothing: then others are to be started.
    await Promise.race([looked, endedBefore, tooLong]);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    waited.abort();
  }
  return { ended, stop };
}

/**
 * Every lane hears of every job, and graphile-worker (0.18, `handleNotification` in main.js) would have each look for
 * it. This event comes before that, and a message about no jobs wakes nobody. What another version of ours or an
 * operator's SQL queues without a lane is found by the next look.
 */
function wakeByLane(events: WorkerEvents, lane: Lane): void {
  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === 'jobs:insert' && laneIn(message.payload) !== lane) message.payload = '{"count":0}';
  });
}

/** The lane that a notification names, if any. */
function laneIn(payload = ''): unknown {
  try {
    return (JSON.parse(payload) as { lane?: unknown }).lane;
  } catch {
    return undefined;
  }
}

/** Settles when each worker has looked once: one that is told to stop while it looks would print its fault. */
function firstLook(events: WorkerEvents, workers: number): Promise<void> {
  const looked = new Promise<void>((resolve, reject) => {
    const done = new Set<Worker>();
    const faults: unknown[] = [];
    const note = ({ worker }: { worker: Worker }) => {
      if (done.add(worker).size < workers) return;
      if (faults.length > 0) reject(faults[0]);
      else resolve();
    };
    events.on('worker:getJob:empty', note);
    events.on('job:start', note);
    events.on('worker:getJob:error', (look) => {
      if (!done.has(look.worker)) faults.push(look.error);
      note(look);
    });
  });
  looked.catch(() => undefined);
  return looked;
}

/**
 * Workers end themselves when they cannot note what became of a job. The library (0.18, `batch` in main.js) counts such
 * jobs wrongly when there are two, and then waits for ever, so we wait for the jobs that still run ourselves.
 */
async function breakdown(events: WorkerEvents): Promise<void> {
  const running = new Set<string>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));
  await once(events, 'pool:fatalError');
  const deadline = performance.now() + graceMs;
  while (running.size > 0 && performance.now() < deadline) await sleep(restMs / 10);
  await sleep(restMs);
}

/** Those that have ended already say so by an error, which is no news; those that cannot end are left alone. */
const stopRunner = (runner: Runner): Promise<void> => waitForEnd(runner.stop().catch(() => undefined));

/** Waits for what should end once its jobs have had their time, and not for ever. */
async function waitForEnd(ended: Promise<unknown>): Promise<void> {
  const waited = new AbortController();
  await Promise.race([ended, sleep(graceMs + restMs, undefined, waited).catch(() => undefined)]);
  waited.abort();
}

/**
 * Workers end themselves at some faults. Others take their place as soon as that works. Those that are being started
 * while all are told to stop are not waited for long: they stop as soon as they have started.
 */
export async function keepRunning(start: () => Promise<Workers>, log: Log): Promise<Jobs> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let workers = await start();
  const watch = async () => {
    while (!signal.aborted) {
      await workers.ended.catch((error: unknown) => log.error({ err: error }, 'the workers of a lane ended'));
      for (let next: Workers | undefined; !next && !signal.aborted;) {
        await sleep(restMs, undefined, { signal }).catch(() => undefined);
        next = signal.aborted ? undefined : await start().catch(() => undefined);
        if (next) workers = next;
      }
    }
    await workers.stop();
  };
  const watched = watch();
  return {
    async stop() {
      stopping.abort();
      await waitForEnd(Promise.all([workers.stop(), watched]));
    },
  };
}

type TakeConnection = Parameters<pg.Pool['connect']>[0];

/**
 * The same pool for workers, with two differences. It takes a connection back once and lets the second time pass:
 * workers release a lost connection twice while they stop, and the pool would throw an unhandled error at the second.
 * And its errors have no code: at some codes (a database that starts, a host without a route) the library would look
 * again only after a wait that grows to two minutes, where every other error means the next second.
 */
export function plainPool(pool: pg.Pool): pg.Pool {
  const connectOnce = (take: TakeConnection) =>
    pool.connect((error, client, release) => {
      // There is nothing to take back, and the pool says so by giving no way to.
      if (error) return take(error, client, release);
      let isBack = false;
      take(error, client, (reason) => {
        if (!isBack) release(reason);
        isBack = true;
      });
    });
  const connect = (take?: TakeConnection) => (take ? connectOnce(take) : pool.connect().catch(throwPlain));
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)) });
}

const throwPlain = (error: Error): never => {
  throw new Error(error.message, { cause: error });
};
