/** Distinct names one client may add in a day: more than a visitor sees, too few to use up a site's 200. */
const mostNames = 40;
/** Clients kept in memory; one more clears them all. */
const mostClients = 2_500;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Cardinality limit: each client may add a share of the names a site counts. Kept in one process's memory; a client with
 * many addresses gets more, which costs precision of the counts alone.
 *
 * @returns whether a client may add a name
 */
export function createShares(): (client: string, name: string) => boolean {
  const named = new Map<string, Set<string>>();
  let endsAtMs = performance.now() + dayMs;
  return (client, name) => {
    if (performance.now() > endsAtMs || (named.size >= mostClients && !named.has(client))) {
      named.clear();
      endsAtMs = performance.now() + dayMs;
    }
    const own = named.get(client) ?? new Set();
    named.set(client, own);
    if (own.size < mostNames) own.add(name);
    return own.has(name);
  };
}
