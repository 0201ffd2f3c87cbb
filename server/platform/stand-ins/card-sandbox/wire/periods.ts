import type { Recurring } from './subscription-types.ts';

const daySeconds = 86_400;

/** In seconds since 1970, UTC. A day the month does not have becomes its last one. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

export const addDays = (seconds: number, days: number): number => seconds + days * daySeconds;

/**
 * When the period that is under way at `start` ends. Counted from the anchor, so that what began on the 31st returns
 * to the 31st after a shorter month.
 */
export function periodEnd(
  anchor: number,
  start: number,
  every: Pick<Recurring, 'interval' | 'interval_count'>,
): number {
  for (let count = 1; ; count++) {
    const end = addInterval(anchor, every.interval, count * every.interval_count);
    if (end > start) return end;
  }
}

function addInterval(seconds: number, interval: string, count: number): number {
  if (interval === 'year') return addMonths(seconds, 12 * count);
  if (interval === 'month') return addMonths(seconds, count);
  return addDays(seconds, (interval === 'week' ? 7 : 1) * count);
}
