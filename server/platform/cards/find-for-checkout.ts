import type { ProviderCheckout } from './card-checkouts.ts';

/** A seller's look-ups of its own records by checkout. */
export interface Finders<T> {
  bySession(sessionId: string): Promise<T | undefined>;
  /** By our own id, which the checkout carries. */
  byReference(reference: string): Promise<T | undefined>;
}

/**
 * Finds the record that a checkout was opened for: by session, or by our reference if the process died before it stored
 * the session's id. A record with another session is not a match: that session was opened for it.
 */
export async function findForCheckout<T extends { sessionId: string | null }>(
  { id, reference }: Pick<ProviderCheckout, 'id' | 'reference'>,
  { bySession, byReference }: Finders<T>,
): Promise<T | undefined> {
  const found = await bySession(id);
  if (found || !reference) return found;
  const referred = await byReference(reference);
  return referred?.sessionId === null ? referred : undefined;
}
