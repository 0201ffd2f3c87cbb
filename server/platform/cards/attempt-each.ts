import type { Log } from '../log.ts';

/**
 * Reconciles entries sequentially. A failure is logged with the entry's id and does not stop the others; the next round
 * retries it. `doForAll` instead throws in the end, so that its job is retried.
 */
export async function attemptEach<T extends string | { id: string }>(
  { log }: { log: Log },
  entries: Iterable<T> | AsyncIterable<T>,
  work: (entry: T) => Promise<unknown>,
): Promise<void> {
  for await (const entry of entries)
    try {
      await work(entry);
    } catch (error) {
      log.warn(
        { subject: typeof entry === 'string' ? entry : entry.id, err: error },
        'could not be reconciled this time',
      );
    }
}
