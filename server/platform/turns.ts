import { Refusal } from './refusal.ts';

/**
 * A semaphore with fair queueing for a scarce resource (decision 0018): those who wait hold only memory, no connection
 * or lock.
 */
export interface Turns {
  /**
   * Runs the work when its turn comes.
   *
   * @throws Refusal service-unavailable on a timeout, or when the queue is full and this ask’s share most crowded
   */
  take<T>(ask: Ask, work: () => Promise<T>): Promise<T>;
  /** How many turns are taken now, and how many asks wait. */
  load(): { running: number; waiting: number };
}

/** A request for a turn. */
export interface Ask {
  /**
   * Keys under which turns are accounted together, for example client address and account, in the same order in every
   * ask. Without any, the ask is its own share.
   */
  shares?: readonly string[];
  /** Weight of a turn against its shares; 1 by default. */
  cost?: number;
  /** Timeout in milliseconds, instead of the default of all. */
  waitMs?: number;
}

/** Bounds of a semaphore with fair queueing. */
export interface TurnsOptions {
  /** Concurrency. */
  atOnce: number;
  /** Concurrency per share; `atOnce` by default. */
  eachAtOnce?: number;
  /** Length of the queue. */
  waitingMost: number;
  /** Timeout of an ask in milliseconds. */
  waitMs: number;
}

/** Retry-After in seconds; an earlier retry would meet the same congestion. */
const retryAfterSeconds = 2;

type Share = string | symbol;

interface Turn {
  shares: readonly Share[];
  cost: number;
}

interface Waiting extends Turn {
  start(): void;
  refuse(): void;
}

/**
 * Fair queueing: the next ask is that of the share with the least usage since it began to wait. A share that begins to
 * wait starts level with the least of the others, so that idleness earns no credit. A full queue drops the newest ask
 * of the most crowded share, so that a flood evicts itself first.
 */
export function createTurns({ atOnce, eachAtOnce = atOnce, waitingMost, waitMs: longestMs }: TurnsOptions): Turns {
  const running = new Set<Turn>();
  /** In order of arrival. */
  const queue: Waiting[] = [];
  /** Shares with waiting asks: their number, and the usage meanwhile. */
  const crowds = new Map<Share, { waiting: number; used: number }>();

  const hasRoom = ({ shares }: Turn) =>
    running.size < atOnce &&
    shares.every((share) => [...running].filter((turn) => turn.shares.includes(share)).length < eachAtOnce);
  const amountsOf = ({ shares }: Turn, kind: 'waiting' | 'used') => shares.map((share) => crowds.get(share)![kind]);

  function join(newcomer: Waiting): void {
    for (const [place, share] of newcomer.shares.entries()) {
      const crowd = crowds.get(share);
      if (crowd) crowd.waiting++;
      else crowds.set(share, { waiting: 1, used: leastUsedAt(place) });
    }
    queue.push(newcomer);
    if (queue.length > waitingMost) mostOf(queue, (one) => amountsOf(one, 'waiting')).refuse();
  }

  /** The least usage among shares of the same kind, that is at the same index. */
  function leastUsedAt(place: number): number {
    const used = queue.flatMap(({ shares }) => crowds.get(shares[place]!)?.used ?? []);
    return used.length === 0 ? 0 : Math.min(...used);
  }

  function leave(one: Waiting): void {
    queue.splice(queue.indexOf(one), 1);
    for (const share of one.shares) if (--crowds.get(share)!.waiting === 0) crowds.delete(share);
  }

  function startNext(): void {
    for (;;) {
      const next = leastOf(queue.filter(hasRoom), (one) => amountsOf(one, 'used'));
      if (!next) return;
      for (const share of next.shares) crowds.get(share)!.used += next.cost;
      next.start();
    }
  }

  const wait = (turn: Turn, waitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        leave(waiting);
      };
      const waiting: Waiting = {
        ...turn,
        start() {
          end();
          running.add(turn);
          resolve();
        },
        refuse() {
          end();
          reject(new Refusal('service-unavailable', { retryAfterSeconds }));
        },
      };
      const timer = setTimeout(waiting.refuse, waitMs);
      join(waiting);
    });

  return {
    load: () => ({ running: running.size, waiting: queue.length }),
    async take({ shares = [], cost = 1, waitMs = longestMs }, work) {
      const turn: Turn = { shares: shares.length > 0 ? shares : [Symbol('alone')], cost };
      if (hasRoom(turn)) running.add(turn);
      else await wait(turn, waitMs);
      try {
        return await work();
      } finally {
        running.delete(turn);
        startNext();
      }
    },
  };
}

/** Lexicographic comparison: of asks of one network, for example, the accounts decide. */
const compare = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one) - Math.max(...other) || sum(one) - sum(other);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The earliest minimum. */
function leastOf<T>(items: readonly T[], amountsOf: (item: T) => number[]): T | undefined {
  let [found] = items;
  for (const item of items) if (compare(amountsOf(item), amountsOf(found!)) < 0) found = item;
  return found;
}

/** The latest maximum. */
const mostOf = <T>(items: readonly T[], amountsOf: (item: T) => number[]): T =>
  items.toReversed().reduce((found, item) => (compare(amountsOf(item), amountsOf(found)) > 0 ? item : found));
