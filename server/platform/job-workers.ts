import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Log } from './log.ts';

export interface Jobs {
  /** Lets running jobs finish for a while, then hands the rest back. */
  stop(): Promise<void>;
}

/** Milliseconds until broken workers are replaced. */
const restMs = 1_000;

/** Workers end themselves when they cannot note what became of a job. Others take their place as soon as that works. */
export async function keepRunning(start: () => Promise<Runner>, log: Log): Promise<Jobs> {
  let isStopping = false;
  let runner = await start();
  const isReplaced = () =>
    start().then(
      (next) => {
        runner = next;
        return true;
      },
      () => false,
    );
  const watch = async () => {
    while (true) {
      await runner.promise.catch((error: unknown) => log.error({ err: error }, 'the workers of a lane ended'));
      if (isStopping) return;
      do await sleep(restMs);
      while (!isStopping && !(await isReplaced()));
      if (isStopping) await stopRunner(runner);
    }
  };
  const watched = watch();
  return {
    async stop() {
      isStopping = true;
      await stopRunner(runner);
      await watched;
    },
  };
}

/** One that has ended already says so by an error, which is no news. */
const stopRunner = (runner: Runner) => runner.stop().catch(() => undefined);
