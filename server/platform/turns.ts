import { Refusal } from './refusal.ts';

/**
 * Something scarce that many want at once. Few have it at a time; decision 0018: the others wait in memory and hold
 * nothing.
 */
export interface Turns {
  /**
   * Does the work when its turn comes.
   *
   * @throws Refusal service-unavailable after too long a wait, or when too many wait and most of them in a share of this ask
   */
  take<T>(ask: Ask, work: () => Promise<T>): Promise<T>;
}

export interface Ask {
  /**
   * Whose turns are counted together: an address and an account, say, in this order in every ask. Without any, the ask
   * is a share of its own.
   */
  shares?: readonly string[];
  /** How much of its shares one turn uses up; 1 unless given. */
  cost?: number;
  /** Milliseconds it waits at most, where that differs from all others. */
  waitMs?: number;
}

export interface TurnsOptions {
  /** How many have it at a time. */
  atOnce: number;
  /** How many of one share have it at a time; no fewer unless given. */
  eachAtOnce?: number;
  /** How many wait at most. */
  waitingMost: number;
  /** Milliseconds each waits at most. */
  waitMs: number;
}

/** A second try sooner than this, in seconds, would meet the same crowd. */
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
 * Fair queueing: the next is the one whose shares have used up least since they began to wait. A share that begins to
 * wait starts level with the least of the others, so absence earns no credit. When the queue is full, the newest ask of
 * the most crowded share leaves it, so a flood turns itself away before anything else.
 */
export function createTurns({ atOnce, eachAtOnce = atOnce, waitingMost, waitMs: longestMs }: TurnsOptions): Turns {
  const running = new Set<Turn>();
  /** In the order of their arrival. */
  const queue: Waiting[] = [];
  /** The shares that have asks waiting: how many, and what they have used up meanwhile. */
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

  /** Shares are compared with those of their kind, which stand at the same place of other asks. */
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

/** The fullest of several shares decides, then all of them: of one network's asks, say, the accounts decide. */
const compare = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one) - Math.max(...other) || sum(one) - sum(other);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The earliest of those with the least. */
function leastOf<T>(items: readonly T[], amountsOf: (item: T) => number[]): T | undefined {
  let [found] = items;
  for (const item of items) if (compare(amountsOf(item), amountsOf(found!)) < 0) found = item;
  return found;
}

/** The latest of those with the most. */
const mostOf = <T>(items: readonly T[], amountsOf: (item: T) => number[]): T =>
  items.toReversed().reduce((found, item) => (compare(amountsOf(item), amountsOf(found)) > 0 ? item : found));
