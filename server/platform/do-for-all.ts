/**
 * Does the work for one after the other, so that one that fails holds up none behind it.
 *
 * @throws what the first failure threw, once all have had their turn
 */
export async function doForAll<T>(entries: readonly T[], work: (entry: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const entry of entries) await work(entry).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
