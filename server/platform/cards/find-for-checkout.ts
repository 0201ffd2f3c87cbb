import type { ProviderCheckout } from './card-checkouts.ts';

/** How a seller finds what it opened a checkout for. */
export interface Finders<T> {
  bySession(sessionId: string): Promise<T | undefined>;
  /** By our own id, which the checkout carries. */
  byReference(reference: string): Promise<T | undefined>;
}

/**
 * Finds what a checkout was opened for: by the session, or by our reference where the process died before the session's
 * id was written down. A reference to something with another session is not believed: that one was opened for it.
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
