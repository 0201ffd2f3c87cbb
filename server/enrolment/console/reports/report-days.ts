import type { Comparison, ReportDays } from '../../../../contract/console/reports.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { FigureDays } from '../figures.store.ts';
import { readStarts } from './reports.store.ts';

const dayMs = 86_400_000;
const lengthOfDay = 'yyyy-mm-dd'.length;
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, lengthOfDay);

/** A day so many days after another, as `2026-11-23`. */
export const dayAfter = (day: string, days: number): string => toDay(Date.parse(day) + days * dayMs);

/** How many days from one day to another. */
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The same day a year before; 28 February of 29 February. */
function yearBefore(day: string): string {
  const [year, ...rest] = day.split('-');
  const before = [String(Number(year) - 1).padStart(4, '0'), ...rest].join('-');
  return Number.isNaN(Date.parse(before)) || toDay(Date.parse(before)) !== before
    ? yearBefore(dayAfter(day, -1))
    : before;
}

/** How days are moved to those that they are compared with. */
export function mover({ from, until }: FigureDays, compare: Comparison): (day: string) => string {
  if (compare === 'year') return yearBefore;
  const length = daysBetween(from, until) + 1;
  return (day) => dayAfter(day, -length);
}

/** Weeks from Monday to Sunday, the first and the last cut off where the days begin and end. */
export function weeksOf({ from, until }: FigureDays): FigureDays[] {
  const weeks: FigureDays[] = [];
  for (let first = from; first <= until;) {
    const sinceMonday = (new Date(first).getUTCDay() + 6) % 7;
    const sunday = dayAfter(first, 6 - sinceMonday);
    const last = sunday < until ? sunday : until;
    weeks.push({ from: first, until: last });
    first = dayAfter(last, 1);
  }
  return weeks;
}

/** Days with their moments in a zone, where a day may have 23 or 25 hours. */
export async function withMoments(db: Database, zone: string, days: readonly FigureDays[]): Promise<ReportDays[]> {
  const starts = await readStarts(
    db,
    zone,
    days.flatMap(({ from, until }) => [from, dayAfter(until, 1)]),
  );
  return days.map((each, at) => ({ ...each, span: { from: starts[2 * at]!, until: starts[2 * at + 1]! } }));
}
