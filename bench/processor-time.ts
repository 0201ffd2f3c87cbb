import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of the parts of a run, in seconds so far. */
export interface ProcessorTime {
  product: number;
  database: number;
  /** This process: the load generator. */
  load: number;
  /** Of the whole machine, every process included. */
  machine: number;
}

/** Ticks a second in /proc: 100 on every Linux since 2.6. */
const ticks = 100;

/**
 * Reads the processor time of the product's processes, of PostgreSQL with all its own, and of this process.
 *
 * @returns undefined where there is no /proc
 */
function readProcessorTime(productPids: readonly number[], postgresPid: number): ProcessorTime | undefined {
  try {
    const { user, system } = process.cpuUsage();
    const [, ...all] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).map(Number);
    const [own = 0, nice = 0, kernel = 0, , , interrupts = 0, soft = 0] = all;
    return {
      product: sum(productPids.map((pid) => readStat(pid).own)),
      database: sum([readStat(postgresPid).own, readStat(postgresPid).ended, ...childrenOf(postgresPid)]),
      load: (user + system) / 1_000_000,
      machine: (own + nice + kernel + interrupts + soft) / ticks,
    };
  } catch {
    return undefined;
  }
}

/** What some work used of the processors, in seconds; not a number where that cannot be known. */
export async function useOf<T>(
  productPids: readonly number[],
  postgresPid: number,
  work: () => Promise<T>,
): Promise<{ result: T; used: ProcessorTime }> {
  const before = readProcessorTime(productPids, postgresPid);
  const result = await work();
  const after = readProcessorTime(productPids, postgresPid);
  const used = (part: keyof ProcessorTime) => (before && after ? after[part] - before[part] : NaN);
  return {
    result,
    used: { product: used('product'), database: used('database'), load: used('load'), machine: used('machine') },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readStat(Number(name));
        return stat.parent === parent ? [stat.own] : [];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });

/** Seconds of a process itself, and of its children that have ended. */
function readStat(pid: number): { parent: number; own: number; ended: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may have blanks; the state follows it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const seconds = (at: number) => (Number(fields[at]) + Number(fields[at + 1])) / ticks;
  return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) };
}
