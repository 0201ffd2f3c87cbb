import { execFileSync } from 'node:child_process';

/** Where a server runs. */
export interface Machine {
  readonly address: string;
  /** Its network namespace; undefined for a server on a loopback address. */
  readonly namespace?: string;
}

/** What the servers of a database speak through. */
export interface Network {
  /** All its addresses, in CIDR notation. */
  range: string;
  machines: readonly Machine[];
  /** Whether machines can be cut off from one another. */
  isDivisible: boolean;
  /** Loses every packet between two machines without a word, as a pulled cable does. */
  cut(one: Machine, other: Machine): void;
  /** Undoes every cut. */
  mend(): void;
  close(): void;
}

/** Addresses of this machine alone, with nothing to cut. @param prefix the first three numbers */
export const openLoopback = (prefix: string, count: number): Network => ({
  range: '127.0.0.0/8',
  machines: Array.from({ length: count }, (_, index) => ({ address: `${prefix}.${firstNumber + index}` })),
  isDivisible: false,
  cut() {
    throw new Error('servers on loopback addresses cannot be cut off from one another');
  },
  mend() {},
  close() {},
});

/** The last number of the first machine's address; that of this process's side is 1. */
const firstNumber = 10;

/**
 * A network namespace for each machine, on one bridge. This process stays outside and reaches all of them; no packet
 * leaves this machine, since the bridge has no other port.
 *
 * @returns undefined where this machine allows none, as many containers do
 */
export function layCables(count: number): Network | undefined {
  const bridge = `ik${process.pid}`;
  // RFC 2544 keeps 198.18.0.0/15 for tests: no real network has it.
  const prefix = `198.${18 + (process.pid % 2)}.${(process.pid >> 1) % 256}`;
  const machines = Array.from({ length: count }, (_, index) => ({
    address: `${prefix}.${firstNumber + index}`,
    namespace: `${bridge}-${index}`,
  }));
  const cuts: [namespace: string, address: string][] = [];
  const mend = () => {
    for (const [namespace, address] of cuts.splice(0)) ip('-n', namespace, 'neigh', 'del', address, 'dev', 'eth0');
  };
  const close = () => {
    for (const { namespace } of machines) attempt(() => ip('netns', 'del', namespace));
    attempt(() => ip('link', 'del', bridge));
  };
  const isLaid = attempt(() => {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${prefix}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const [index, machine] of machines.entries()) connect(machine, { bridge, port: `${bridge}p${index}` });
  });
  if (!isLaid) {
    close();
    return undefined;
  }
  return {
    range: `${prefix}.0/24`,
    machines,
    isDivisible: true,
    cut(one, other) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        // The address gets a hardware address that no machine has.
        const lost = ['lladdr', '02:00:00:00:00:01', 'dev', 'eth0', 'nud', 'permanent'];
        ip('-n', from.namespace!, 'neigh', 'replace', to.address, ...lost);
        cuts.push([from.namespace!, to.address]);
      }
    },
    mend,
    close,
  };
}

function connect({ namespace, address }: Required<Machine>, { bridge, port }: { bridge: string; port: string }): void {
  ip('netns', 'add', namespace);
  ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  ip('link', 'set', port, 'master', bridge, 'up');
  ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  for (const link of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', link, 'up');
}

const ip = (...words: string[]) => void execFileSync('ip', words, { stdio: 'ignore' });

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
