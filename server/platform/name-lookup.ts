import { lookup, Resolver } from 'node:dns/promises';

/** The addresses of a name; none for a name that does not exist. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<{ address: string; family: number }[]>;

/** The second question waits twice as long: both fit into a call of five seconds. In milliseconds. */
const twice = { timeout: 1_500, tries: 2 };

/**
 * Asks over the network by itself. The system's own look-up keeps one of the process's few threads until it has an
 * answer, so a few names whose servers do not answer would hold up every other name, the database's too.
 *
 * @param open a resolver of its own for each name, so that a question can be dropped alone
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

/** For names that we or the operator have chosen; some stand in a file of this machine alone. */
export const askSystem: Resolve = (name) => lookup(name, { all: true, verbatim: true });
