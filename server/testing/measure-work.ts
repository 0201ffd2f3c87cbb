/**
 * What calls cost this process, one after the other and in turns. Time of the processor, in all threads: unlike time on
 * the clock it is not moved by what else the machine does.
 *
 * @returns milliseconds for each of the acts, over all turns
 */
export async function measureWork(turns: number, acts: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const spentMs = acts.map(() => 0);
  for (let turn = 0; turn < turns; turn++)
    for (const [index, act] of acts.entries()) {
      const before = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(before);
      spentMs[index]! += (user + system) / 1_000;
    }
  return spentMs;
}
