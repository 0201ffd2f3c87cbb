/**
 * What calls cost this process at least, one after the other and in turns. Time of the processor, in all threads: unlike
 * time on the clock it is not moved by what else the machine does; and the least of several turns is not moved by what
 * else this process does.
 *
 * @returns milliseconds for each of the acts
 */
export async function measureWork(turns: number, acts: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const leastMs = acts.map(() => Infinity);
  for (let turn = 0; turn < turns; turn++)
    for (const [index, act] of acts.entries()) {
      const before = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(before);
      leastMs[index] = Math.min(leastMs[index]!, (user + system) / 1_000);
    }
  return leastMs;
}
