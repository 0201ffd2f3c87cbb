import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Runner, type RunnerOptions, type Worker, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { JobLocks } from './job-locks.ts';
import type { Lane } from './jobs.ts';

/** Running workers of all lanes. */
export interface Jobs {
  /** Graceful shutdown: lets running jobs finish for a while, then hands the rest back. */
  stop(): Promise<void>;
}

/** Running workers of one lane. */
export interface Workers extends Jobs {
  /** Settles when the workers take no more jobs, on request or by themselves. Some may still be working then. */
  ended: Promise<void>;
}

/** Milliseconds that running jobs may take to finish while workers stop. */
const graceMs = 10_000;
/** Milliseconds until workers that ended by themselves are replaced. */
const restMs = 1_000;
/** Milliseconds that workers take at most to stop. */
export const workersStopMs = graceMs + restMs;
/** The library's options, and limits that it lacks. */
export interface WorkersOptions extends RunnerOptions {
  pgPool: pg.Pool;
  concurrency: number;
  lane: Lane;
  /** Milliseconds for the first poll of all workers; longer than a connection and an answer of the pool take. */
  firstLookMs: number;
  /** Ends the waiting for that poll: the start of the process is given up. */
  givenUp?: AbortSignal;
  /** Called at each poll that the queue has answered. */
  onLook: () => void;
}

/**
 * Starts the workers of a lane and waits for their first poll.
 *
 * graphile-worker (0.18, taskIdentifiers.js) caches the ids of its tasks' names at the first poll, even an error:
 * workers whose first poll failed would fail at every other, until the process ends. See
 * docs/postmortems/0001-a-lane-of-workers-stayed-away.md.
 *
 * @throws when that look fails, takes too long or is given up; jobs that run already have finished then
 */
export async function startWorkers(
  { lane, firstLookMs, givenUp, onLook, ...options }: WorkersOptions,
  locks: JobLocks,
): Promise<Workers> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => locks.addPool(workerPool.id));
  events.on('worker:getJob:error', locks.suspect);
  events.on('pool:fatalError', locks.suspect);
  for (const answered of ['worker:getJob:empty', 'job:start'] as const) events.on(answered, onLook);
  wakeByLane(events, lane);
  const looked = firstLook(events, options.concurrency);
  const breakdown = watchForBreakdown(events);
  const runner = await run({
    ...options,
    pgPool: plainPool(options.pgPool),
    events,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: graceMs,
  });
  const stop = async () => {
    await breakdown.whileWorking();
    await stopRunner(runner);
  };
  const ended = Promise.race([runner.promise, breakdown.happened]);
  ended.catch(() => undefined);
  const waited = new AbortController();
  const signal = givenUp ? AbortSignal.any([waited.signal, givenUp]) : waited.signal;
  // Rejected as aborted when the start is given up.
  const tooLong = sleep(firstLookMs, undefined, { signal }).then(() => {
    throw new Error('the workers did not look for jobs in time');
  });
  tooLong.catch(() => undefined);
  const endedBefore = ended.then(() => {
    throw new Error('the workers ended before they looked for jobs');
  });
  endedBefore.catch(() => undefined);
  try {
    // Workers that end without a poll emit no event: then others are started.
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
 * Avoids a thundering herd: every lane is notified of every job, and graphile-worker (0.18, `handleNotification` in
 * main.js) would have each poll. This event comes before that, and a message about no jobs wakes no worker. Jobs queued
 * without a lane, by another version or an operator's SQL, are found by the next poll.
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

/** Settles when each worker has polled once: one stopped during a poll would print an error. */
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
 * Workers end themselves when they cannot store a job's outcome. With two such jobs the library (0.18, `batch` in
 * main.js) miscounts and hangs, so we wait for the running jobs ourselves.
 */
function watchForBreakdown(events: WorkerEvents) {
  const running = new Set<string>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));
  let isBroken = false;
  const happened = once(events, 'pool:fatalError').then(() => void (isBroken = true));
  return {
    happened,
    /** Waits for the jobs of workers that broke down; at once where they did not. */
    async whileWorking() {
      if (!isBroken) return;
      const deadline = performance.now() + graceMs;
      while (running.size > 0 && performance.now() < deadline) await sleep(restMs / 10);
      await sleep(restMs);
    },
  };
}

/** Stops a runner. The error of one that has ended already is ignored, and one that hangs is abandoned. */
const stopRunner = (runner: Runner): Promise<void> => waitForEnd(runner.stop().catch(() => undefined));

/** Waits for the end with a timeout. */
async function waitForEnd(ended: Promise<unknown>): Promise<void> {
  const waited = new AbortController();
  await Promise.race([ended, sleep(workersStopMs, undefined, waited).catch(() => undefined)]);
  waited.abort();
}

/**
 * Supervises workers: those that end themselves are replaced at once, with retries. What they still do ends beside the
 * work of the next: to wait for it kept a lane away for half a minute after a failover. Workers that are starting when
 * all are stopped are not waited for long: they stop as soon as they have started.
 *
 * @param report takes the error that ended workers
 */
export async function keepRunning(
  start: () => Promise<Workers>,
  report: (error: unknown, message: string) => void,
): Promise<Jobs> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let workers = await start();
  const leaving = new Set<Promise<void>>();
  const leave = (left: Workers) => {
    const stopped = left.stop().finally(() => leaving.delete(stopped));
    leaving.add(stopped);
  };
  const watch = async () => {
    while (!signal.aborted) {
      await workers.ended.catch((error: unknown) => report(error, 'the workers of a lane ended'));
      leave(workers);
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
      await waitForEnd(Promise.all([workers.stop(), watched, ...leaving]));
    },
  };
}

type TakeConnection = Parameters<pg.Pool['connect']>[0];

/**
 * Wraps a pool for workers, with two differences. Releasing a connection twice is ignored: workers do so with a lost
 * connection while they stop, and the pool would throw an unhandled error. And its errors have no code: at some codes
 * (a database that starts, a host without a route) the library backs off up to two minutes, at every other error one
 * second.
 */
export function plainPool(pool: pg.Pool): pg.Pool {
  const connectOnce = (take: TakeConnection) =>
    pool.connect((error, client, release) => {
      // Without a connection there is nothing to release.
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
