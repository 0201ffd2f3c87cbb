import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that all steps of a start together may take; closing what they opened comes on top. */
export const startLimitMs = 22_000;
/** Milliseconds between two looks whether a long step gets on. */
const lookMs = 2_000;

export interface StepOptions {
  /** Milliseconds for this step alone, instead of what is left for all. */
  limitMs?: number;
  /** Asked again and again: as long as this succeeds the step gets on, and may take as long as it needs. */
  isAlive?: () => Promise<unknown>;
}

/** The steps of a start, one after the other. None can make it hang, and it can be given up in each. */
export interface Startup {
  /**
   * @param waitedFor what to say when it does not end: `the database to …`
   * @throws StartStalled when it takes too long; the reason it was given up for; whatever the work throws
   */
  step<T>(waitedFor: string, work: () => Promise<T>, options?: StepOptions): Promise<T>;
  /** Ends the step that runs, and lets no other begin. */
  giveUp(reason: Error): void;
  /** Aborted when it is given up. */
  signal: AbortSignal;
}

class StartStalled extends Error {
  constructor(waitedFor: string, ms: number) {
    super(`it waited ${Math.round(ms / 1_000)} s for ${waitedFor}, and gave up.`);
    this.name = 'StartStalled';
  }
}

export function createStartup(): Startup {
  const givenUp = new AbortController();
  const refused = new Promise<never>((_, reject) => {
    givenUp.signal.addEventListener('abort', () => reject(givenUp.signal.reason as Error));
  });
  refused.catch(() => undefined);
  let leftMs = startLimitMs;

  return {
    async step(waitedFor, work, { limitMs, isAlive } = {}) {
      givenUp.signal.throwIfAborted();
      const startedMs = performance.now();
      const ended = new AbortController();
      try {
        return await Promise.race([
          work(),
          refused,
          untilStalled({ limitMs: limitMs ?? leftMs, isAlive, signal: ended.signal }).then(() => {
            throw new StartStalled(waitedFor, performance.now() - startedMs);
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
  /** Ends the waiting: this then never settles. */
  signal: AbortSignal;
}

/** Settles when the time is up, counted from the last sign of life. */
async function untilStalled({ limitMs, isAlive, signal }: Patience): Promise<void> {
  let deadlineMs = performance.now() + limitMs;
  const showLife = () => void (deadlineMs = performance.now() + limitMs);
  for (let leftMs = limitMs; leftMs > 0; leftMs = deadlineMs - performance.now()) {
    await sleep(isAlive ? Math.min(leftMs, lookMs) : leftMs, undefined, { ref: false });
    if (signal.aborted) return new Promise(() => undefined);
    isAlive?.().then(showLife, () => undefined);
  }
}
