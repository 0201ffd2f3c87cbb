import type { Log } from '../log.ts';

/**
 * Reconciles entries sequentially. A failure is logged with the entry's id and does not stop the others; the next round
 * retries it. `doForAll` instead throws in the end, so that its job is retried.
 *
 * @param options.forMs milliseconds after which no further entry is begun: a job that takes longer than its lease would run
 *   on beside its own retry. Only for lists that begin with what was looked at longest ago, so that the next round goes on.
 * @returns whether every entry was attempted
 */
export async function attemptEach<T extends string | { id: string }>(
  { log }: { log: Log },
  entries: Iterable<T> | AsyncIterable<T>,
  work: (entry: T) => Promise<unknown>,
  { forMs = Infinity }: { forMs?: number } = {},
): Promise<boolean> {
  const startedMs = performance.now();
  for await (const entry of entries) {
    if (performance.now() - startedMs > forMs) return false;
    try {
      await work(entry);
    } catch (error) {
      log.warn(
        { subject: typeof entry === 'string' ? entry : entry.id, err: error },
        'could not be reconciled this time',
      );
    }
  }
  return true;
}

/** For each of the lists of a round: with an answer of the card provider that does not come, all end within a job's lease. */
export const listMs = 6_000;
