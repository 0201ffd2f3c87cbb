/** Different things one client may name in a day: more than anybody sees, and too few to take a site's places for them. */
const mostNames = 40;
/** Clients that are remembered; with one more, all are forgotten. */
const mostClients = 2_500;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Gives each client a share of what may be named. In the memory of one process: whoever comes from many addresses gets
 * more, and nothing but counts is lost by it.
 *
 * @returns whether a client may name something
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
