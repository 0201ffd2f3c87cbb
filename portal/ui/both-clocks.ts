import type { Partner } from '../../shared/partners.ts';
import { offsetMs } from '../../shared/zoned-time.ts';
import { cityOf, formatMoment, formatMomentIn } from './format.ts';

/**
 * A moment on the clock it is meant for, "Mon 1 March 2027, 2:35 pm (Sydney time)", and, where that shows another time,
 * on the reader's own, "Mon 1 March 2027, 4:35 pm (Auckland, your time)".
 *
 * @param moment ISO
 * @param zones IANA names: where the moment is meant, and where it is read
 * @returns one text or two
 */
export function formatOnBothClocks(
  partner: Pick<Partner, 'languageTag'>,
  moment: string,
  zones: { meant: string; reader: string },
): string[] {
  const { meant, reader } = zones;
  const there = formatMomentIn(meant, partner, moment);
  if (offsetMs(new Date(moment), meant) === offsetMs(new Date(moment), reader)) return [there];
  return [there, `${formatMoment(partner, moment, reader)} (${cityOf(reader)}, your time)`];
}
