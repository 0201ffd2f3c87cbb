import type { ProcessorTime } from '../processor-time.ts';

/** What two processes answer at least, as a multiple of one, where nothing that they share is the limit. */
export const leastGain = 1.7;
/** Two processes answer twice as much as one at most, so more than that and its scatter is a disturbed measurement. */
const mostGain = 2.3;
/** From this share on the machine's processors count as used up. */
const usedUp = 0.9;

/** Two processes beside one: what was answered, and by what use of the processors. */
export interface Compared {
  /** Answers of two processes over those of one. */
  gain: number;
  /** Answers that were not 2xx. They cost less, and count as answers. */
  failed: number;
  /** Processors that two processes used; not a number where that cannot be known. */
  cores: ProcessorTime;
  processors: number;
}

/** Says whether the goal is met, or why this run cannot tell. */
export function judge({ gain, failed, cores, processors }: Compared): string {
  if (!Number.isFinite(gain)) return 'not measured: one process answered nothing';
  if (failed > 0) return `not to be judged: ${failed} answers failed`;
  if (gain > mostGain) return 'not to be judged: two answer twice as much at most, so other work disturbed the runs';
  if (gain >= leastGain) return 'met';
  if (!(cores.machine >= usedUp * processors)) return 'MISSED';
  const others = cores.machine - cores.product - cores.database - cores.load;
  const byOthers = others > 0.1 * processors ? `, ${others.toFixed(1)} of it by other programs` : '';
  return `not to be judged here: all ${processors} processors are used up${byOthers}`;
}
