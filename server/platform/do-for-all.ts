/**
 * Works on entries sequentially; a failure does not stop those behind it.
 *
 * @throws the first failure, after all entries
 */
export async function doForAll<T>(entries: readonly T[], work: (entry: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const entry of entries) await work(entry).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
