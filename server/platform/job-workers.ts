import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';

export interface Jobs {
  /** Lets running jobs finish for a while, then hands the rest back. */
  stop(): Promise<void>;
}

/** Milliseconds until broken workers are replaced. */
const restMs = 1_000;

/** Workers end themselves when they cannot note what became of a job. Others take their place as soon as that works. */
export async function keepRunning(start: () => Promise<Runner>, log: Log): Promise<Jobs> {
  const stopping = new AbortController();
  let runner = await start();
  const watch = async (): Promise<void> => {
    await runner.promise.catch((error: unknown) => log.error({ err: error }, 'the workers of a lane ended'));
    while (!stopping.signal.aborted) {
      await sleep(restMs);
      const next = await start().catch(() => undefined);
      if (!next) continue;
      runner = next;
      return stopping.signal.aborted ? stopRunner(next) : watch();
    }
  };
  const watched = watch();
  return {
    async stop() {
      stopping.abort();
      await stopRunner(runner);
      await watched;
    },
  };
}

/** One that has ended already says so by an error, which is no news. */
const stopRunner = (runner: Runner): Promise<void> => runner.stop().catch(() => undefined);

type TakeConnection = Parameters<pg.Pool['connect']>[0];

/**
 * The same pool, which takes a connection back once and lets the second time pass: workers give theirs back twice when
 * it is lost while they stop, and the pool would call that a fault nobody catches.
 */
export function takeBackOnce(pool: pg.Pool): pg.Pool {
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
  const connect = (take?: TakeConnection) => (take ? connectOnce(take) : pool.connect());
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)) });
}
