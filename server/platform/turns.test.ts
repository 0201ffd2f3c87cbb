import { describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createTurns, type Ask, type TurnsOptions } from './turns.ts';

/** Asks for turns with work that the test ends. */
function crowd(options: Partial<TurnsOptions>) {
  const turns = createTurns({ atOnce: 1, waitingMost: 100, waitMs: 60_000, ...options });
  const begun: string[] = [];
  const outcomes: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, whose: Ask = {}) =>
    turns.take(whose, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    turns,
    /** The outcome of each ask, in order: its name, or the code of its refusal. */
    outcomes,
    asks(names: readonly string[], whoseOf: (name: string) => Ask = () => ({})) {
      for (const name of names) {
        const place = outcomes.push('waits') - 1;
        void ask(name, whoseOf(name))
          .catch((error: { code: string }) => error.code)
          .then((outcome) => (outcomes[place] = outcome));
      }
    },
    /** Ends running work one by one until none is left. */
    async finishAll() {
      await settle();
      while (ends.length > 0) {
        ends.shift()!();
        await settle();
      }
    },
  };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
/** `a3` belongs to share `a`. */
const byLetter = (name: string): Ask => ({ shares: [name[0]!] });

test('concurrency is bounded, and the others run in their order', async () => {
  const { begun, outcomes, asks, finishAll } = crowd({ atOnce: 2 });
  asks(numbered('', 4));
  await Promise.resolve();
  expect(begun).toEqual(['1', '2']);
  await finishAll();
  expect(outcomes).toEqual(['1', '2', '3', '4']);
  expect(begun).toEqual(['1', '2', '3', '4']);
});

test('failing work releases its turn', async () => {
  const { turns } = crowd({});
  const failing = turns.take({}, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await turns.take({}, async () => 'next')).toBe('next');
});

describe('a share', () => {
  test('with many waiting takes turns with one that comes later', async () => {
    const { begun, asks, finishAll } = crowd({});
    asks([...numbered('a', 5), ...numbered('b', 2), 'c1'], byLetter);
    await finishAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
  });

  test('that was idle has no credit', async () => {
    const { begun, asks, finishAll } = crowd({});
    asks([...numbered('a', 3), ...numbered('b', 3)], byLetter);
    await finishAll();
    begun.length = 0;
    asks([...numbered('b', 3), ...numbered('a', 3)], byLetter);
    await finishAll();
    expect(begun).toEqual(['b1', 'b2', 'a1', 'b3', 'a2', 'a3']);
  });

  test('whose turns cost more gets fewer of them', async () => {
    const { begun, asks, finishAll } = crowd({});
    asks([...numbered('a', 4), ...numbered('b', 4)], (name) => ({ ...byLetter(name), cost: name[0] === 'a' ? 4 : 1 }));
    await finishAll();
    expect(begun.slice(0, 6)).toEqual(['a1', 'a2', 'b1', 'b2', 'b3', 'b4']);
  });

  test('of a network is shared by its accounts', async () => {
    const { begun, asks, finishAll } = crowd({});
    asks([...numbered('a', 4), 'b1'], (name) => ({ shares: ['network', name[0]!] }));
    await finishAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  test('of an account is the same from all networks', async () => {
    const { begun, asks, finishAll } = crowd({});
    asks([...numbered('a', 4), 'b1', 'b2'], (name) => ({
      shares: name[0] === 'a' ? [name, 'account a'] : ['network b', 'account b'],
    }));
    await finishAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  test('is limited to its own concurrency, so that the others keep theirs', async () => {
    const { begun, asks, finishAll } = crowd({ atOnce: 3, eachAtOnce: 2 });
    asks([...numbered('a', 4), 'b1'], byLetter);
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await finishAll();
    expect(begun).toHaveLength(5);
  });
});

describe('a full queue', () => {
  const busy = 'service-unavailable';

  test('drops the newest ask of the most crowded share, not the last to come', async () => {
    const { outcomes, asks, finishAll } = crowd({ waitingMost: 4 });
    asks(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'], byLetter);
    await finishAll();
    expect(outcomes).toEqual(['a1', 'a2', 'a3', busy, 'b1', 'c1']);
  });

  test('in one network drops the newest ask of the most crowded account', async () => {
    const { outcomes, asks, finishAll } = crowd({ waitingMost: 3 });
    asks(['a1', 'a2', 'a3', 'a4', 'b1'], (name) => ({ shares: ['network', name[0]!] }));
    await finishAll();
    expect(outcomes).toEqual(['a1', 'a2', 'a3', busy, 'b1']);
  });

  test('with equal shares refuses the last to come, with Retry-After', async () => {
    const { turns, outcomes, asks, finishAll } = crowd({ waitingMost: 2 });
    asks(numbered('', 3));
    await expect(turns.take({}, async () => 'late')).rejects.toMatchObject({ code: busy, retryAfterSeconds: 2 });
    await finishAll();
    expect(outcomes).toEqual(['1', '2', '3']);
  });
});

test('an ask that times out is refused and leaves the queue', async () => {
  const { begun, outcomes, asks, finishAll } = crowd({ waitMs: 5, waitingMost: 1 });
  asks(['1', '2']);
  await eventually(async () => outcomes[1] === 'service-unavailable');
  asks(['3'], () => ({ waitMs: 60_000 }));
  await finishAll();
  expect(begun).toEqual(['1', '3']);
});
