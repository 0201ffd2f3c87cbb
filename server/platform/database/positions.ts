/** A position in the write-ahead log, in bytes. */
export type Position = bigint;

/** Milliseconds that positions of the primary are remembered for; a longer lag is not measured. */
const rememberedMs = 600_000;

/**
 * Positions of the primary by the time they were read, by this machine's clock alone: clocks of two servers differ, and
 * the time of the last transaction (`pg_last_xact_replay_timestamp`) grows old on an idle primary without any lag.
 */
export function createPositions() {
  const known: { position: Position; atMs: number }[] = [];
  return {
    add(position: Position): void {
      const nowMs = performance.now();
      // A failover that lost the end of the log: where the primary before was says nothing about this one.
      if ((known.at(-1)?.position ?? 0n) > position) known.length = 0;
      known.push({ position, atMs: nowMs });
      while (known[0]!.atMs < nowMs - rememberedMs) known.shift();
    },
    /** Milliseconds since the primary was first seen beyond where the standby is. */
    lagOf(replayedTo: Position): number {
      const missing = known.find(({ position }) => position > replayedTo);
      return missing ? performance.now() - missing.atMs : 0;
    },
    /** Where the primary was so many milliseconds ago, or later. */
    oldestWithin: (ms: number): Position | undefined =>
      known.find(({ atMs }) => atMs >= performance.now() - ms)?.position,
  };
}
