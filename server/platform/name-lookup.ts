import { lookup, Resolver } from 'node:dns/promises';

/** The addresses of a name; none for a name that does not exist. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<{ address: string; family: number }[]>;

/** Milliseconds; the second try waits twice as long, and both fit into a call of five seconds. */
const twice = { timeout: 1_500, tries: 2 };

/**
 * Resolves over the network. `getaddrinfo` blocks one of libuv's few threads until it has an answer, so a few names
 * with dead name servers would block every other look-up, the database's too.
 *
 * @param open creates a resolver per name, so that each query can be cancelled alone
 */
export const askNameServers =
  (open: () => Resolver = () => new Resolver(twice)): Resolve =>
  async (name, signal) => {
    const resolver = open();
    const drop = () => resolver.cancel();
    signal.addEventListener('abort', drop);
    try {
      return (await Promise.all([listed(4, resolver.resolve4(name)), listed(6, resolver.resolve6(name))])).flat();
    } finally {
      signal.removeEventListener('abort', drop);
    }
  };

const listed = (family: number, addresses: Promise<string[]>) =>
  addresses.then(
    (all) => all.map((address) => ({ address, family })),
    () => [],
  );

/** For names that we or the operator have chosen; some are only in /etc/hosts. */
export const askSystem: Resolve = (name) => lookup(name, { all: true, verbatim: true });
