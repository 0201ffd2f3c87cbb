import { chooseWithinDays, chooseWithinDaysMost } from '../../../contract/console/runs-schemas.ts';
import { Refusal } from '../../platform/refusal.ts';

const dayMs = 86_400_000;

/** The end of the time to choose that is proposed. */
export const proposeChooseBy = (now: Date): Date => new Date(now.getTime() + chooseWithinDays * dayMs);

/**
 * Validates until when students choose.
 *
 * @returns milliseconds from now
 * @throws Refusal choose-by-not-taken
 */
export function requireChooseBy(until: Date, now: Date): number {
  const waitMs = until.getTime() - now.getTime();
  if (waitMs <= 0 || waitMs > chooseWithinDaysMost * dayMs) throw new Refusal('choose-by-not-taken');
  return waitMs;
}
