/**
 * What tests with random inputs begin with. It is the same in each run, so that a run fails by what was changed and not by
 * its luck; TEST_SEED names another one, to look for inputs that have not been tried.
 */
export const testSeed = Number(process.env['TEST_SEED'] || 1);

/** Numbers that look random and are the same again for the same seed, so that a failure can be had again (mulberry32). */
export interface Random {
  /** From 0 up to, not including, `below`. */
  int(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** True so often, of 100 times. */
  chance(percent: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return { int, pick: (from) => from[int(from.length)]!, chance: (percent) => int(100) < percent };
}
