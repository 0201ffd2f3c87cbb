import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for all steps of a start together; closing their resources comes on top. */
export const startLimitMs = 22_000;
/** Milliseconds for a load balancer to notice that we are not ready any more. */
export const noticeMs = 1_500;
/** Milliseconds for a graceful shutdown, more than its steps take together; the process then exits. */
export const stopLimitMs = 18_000;
/** Milliseconds for closing the resources of a failed start. After a signal, `workersStopMs` for running jobs is added. */
export const closeFailedMs = 3_000;
/** Milliseconds between two liveness checks of a long step. */
const lookMs = 2_000;

/** Options of one step. */
export interface StepOptions {
  /** Milliseconds for this step alone, instead of the rest of the total. */
  limitMs?: number;
  /** Polled liveness check: as long as it succeeds the step has no time limit. */
  isAlive?: () => Promise<unknown>;
}

/** The sequential steps of a start. Each has a timeout and can be aborted. */
export interface Startup {
  /**
   * @param waitedFor for the error of a timeout: `the database to …`
   * @throws StartStalled on a timeout; the reason of an abort; whatever the work throws
   */
  step<T>(waitedFor: string, work: () => Promise<T>, options?: StepOptions): Promise<T>;
  /** Aborts the running step and all further ones. */
  giveUp(reason: Error): void;
  /** Aborted by `giveUp`. */
  signal: AbortSignal;
}

class StartStalled extends Error {
  constructor(waitedFor: string, ms: number, why = '') {
    super(`it waited ${Math.round(ms / 1_000)} s for ${waitedFor}, and gave up${why}.`);
    this.name = 'StartStalled';
  }
}

/**
 * The end of the sentence about a start whose steps took too long together, so that the last one is not at fault. The exit
 * is retryable: a supervisor restarts us.
 */
export const startIsTooLong = `a start may take ${startLimitMs / 1_000} s in all`;

/** Begins a start, whose steps share a budget. */
export function createStartup(limitInAllMs = startLimitMs): Startup {
  const givenUp = new AbortController();
  const refused = new Promise<never>((_, reject) => {
    givenUp.signal.addEventListener('abort', () => reject(givenUp.signal.reason as Error));
  });
  refused.catch(() => undefined);
  let leftMs = limitInAllMs;

  return {
    async step(waitedFor, work, { limitMs, isAlive } = {}) {
      givenUp.signal.throwIfAborted();
      const startedMs = performance.now();
      const ownMs = limitMs ?? leftMs;
      const ended = new AbortController();
      try {
        return await Promise.race([
          work(),
          refused,
          untilStalled({ limitMs: ownMs, isAlive, signal: ended.signal }).then(() => {
            const hadMostOfIt = limitMs !== undefined || ownMs > limitInAllMs / 2;
            const why = hadMostOfIt ? '' : `: ${startIsTooLong}`;
            throw new StartStalled(waitedFor, performance.now() - startedMs, why);
          }),
        ]);
      } finally {
        ended.abort();
        if (limitMs === undefined) leftMs -= performance.now() - startedMs;
      }
    },
    giveUp: (reason) => givenUp.abort(reason),
    signal: givenUp.signal,
  };
}

interface Patience {
  limitMs: number;
  isAlive: StepOptions['isAlive'];
  /** Ends the waiting; the promise then never settles. */
  signal: AbortSignal;
}

/** A watchdog: settles `limitMs` after the last successful liveness check. */
async function untilStalled({ limitMs, isAlive, signal }: Patience): Promise<void> {
  let deadlineMs = performance.now() + limitMs;
  const showLife = () => void (deadlineMs = performance.now() + limitMs);
  for (let leftMs = limitMs; leftMs > 0; leftMs = deadlineMs - performance.now()) {
    await sleep(isAlive ? Math.min(leftMs, lookMs) : leftMs, undefined, { ref: false });
    if (signal.aborted) return new Promise(() => undefined);
    isAlive?.().then(showLife, () => undefined);
  }
}
