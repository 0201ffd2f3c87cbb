import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Answer, Student } from '../../server/testing/product.ts';

/** What clients were told, beside what they find later. */
export interface Journal {
  /** Changes that were acknowledged. */
  acknowledged: number;
  /** What changes without a success were answered, which may have happened or not: how often each. */
  failed: Outcomes;
  /** What reads without a success were answered. */
  failedReads: Outcomes;
  /** Each acknowledged change that a later read did not find. */
  lost: string[];
  /** When a change was last acknowledged, of `performance.now()`. */
  lastAcknowledgedMs: number;
  /** Milliseconds of the longest time in which none was. */
  longestGapMs: number;
}

/** How often each status, or code of a lost connection, was the answer. */
type Outcomes = Record<string, number>;

export interface Load {
  journal: Journal;
  /** Lets everyone end, and read once more what they were told last. */
  stop(): Promise<Journal>;
}

/** Milliseconds between two changes of one member, so that 300 of them take longer than one fact. */
const pauseMs = 250;

/**
 * A load of members, who update and read their own record in turns, with a journal of every acknowledged answer.
 *
 * @param members each with a number of their own to count up
 */
export function startLoad(members: readonly Student[]): Load {
  const journal: Journal = {
    acknowledged: 0,
    failed: {},
    failedReads: {},
    lost: [],
    lastAcknowledgedMs: performance.now(),
    longestGapMs: 0,
  };
  const over = new AbortController();
  const live = async (member: Student) => {
    let told = 0;
    // A change without an answer may have been committed, and may be until the next one is acknowledged.
    const possible = new Set([0]);
    const look = async () => {
      const answer = await attempt(() => member.get('/member/json'));
      if (answer.status !== 200) {
        journal.failedReads = withOne(journal.failedReads, answer);
        return false;
      }
      const found: number = answer.body.data?.number ?? 0;
      if (!possible.has(found)) journal.lost.push(`${member.email} was told ${told} and finds ${found}`);
      return true;
    };
    for (let number = Date.now(); !over.signal.aborted; number++) {
      possible.add(number);
      const answer = await attempt(() => member.post('/member/json', { json: { number } }));
      if (answer.status === 200) {
        for (const older of possible) if (older !== number) possible.delete(older);
        told = number;
        journal.acknowledged++;
        journal.longestGapMs = Math.max(journal.longestGapMs, performance.now() - journal.lastAcknowledgedMs);
        journal.lastAcknowledgedMs = performance.now();
      } else journal.failed = withOne(journal.failed, answer);
      // No change before this one was looked for: the next acknowledged one would cover that it is lost.
      for (let hasLooked = false; !hasLooked && !over.signal.aborted; await sleep(pauseMs)) {
        hasLooked = await look();
      }
    }
    for (let tries = 0; tries < 240 && !(await look()); tries++) await sleep(250);
  };
  const ended = Promise.all(members.map(live));
  const stop = async () => {
    over.abort();
    await ended;
    return journal;
  };
  onTestFinished(() => void stop());
  return { journal, stop };
}

/** What a request was answered: its status and the code of a refusal, or the code of a lost connection. */
type Attempted = Pick<Answer, 'status' | 'body'> | { status: string; body?: undefined };

const attempt = (ask: () => Promise<Answer>): Promise<Attempted> => ask().catch(toLost);

const toLost = (error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message });

function withOne(outcomes: Outcomes, answer: Attempted): Outcomes {
  const { status, body } = answer;
  const outcome = typeof status === 'string' ? status : `${status} ${body?.error?.code ?? 'of the proxy'}`;
  return { ...outcomes, [outcome]: (outcomes[outcome] ?? 0) + 1 };
}

/** Requests at a steady rate. */
export interface Requests {
  /** So far. */
  outcomes: Readonly<Outcomes>;
  /** Waits for the last answers. */
  stop(): Promise<{ outcomes: Readonly<Outcomes>; perSecond: number }>;
}

/**
 * Asks at a steady rate, whether or not answers come.
 *
 * @param perSecond how often
 * @param ask resolves with what the answer is counted as: its status, and more where it failed
 */
export function startRequests(perSecond: number, ask: (index: number) => Promise<string>): Requests {
  const outcomes: Outcomes = {};
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  let asked = 0;
  const askOne = () => {
    const asking: Promise<void> = ask(asked++)
      .catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
      .then((outcome) => {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        open.delete(asking);
      });
    open.add(asking);
  };
  const timer = setInterval(() => {
    while (asked < ((performance.now() - startedMs) / 1_000) * perSecond) askOne();
  }, 5);
  // Also of a test that failed: its load would weigh on all that follow.
  onTestFinished(() => clearInterval(timer));
  return {
    outcomes,
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - startedMs) / 1_000;
      await Promise.all(open);
      return { outcomes, perSecond: Math.round(asked / seconds) };
    },
  };
}
