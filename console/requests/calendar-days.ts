import type { BookedConsultation } from '../../contract/console/requests-schemas.ts';
import { dayIn } from '../../shared/zoned-time.ts';

/** Days of a calendar, `2027-03-01`, in the zone of the browser. */

const dayMs = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** So many days from one on. */
export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index));

/** Consultations by the day on which they begin where the reader is. */
export const byDay = (all: readonly BookedConsultation[], timeZone: string): Map<string, BookedConsultation[]> =>
  Map.groupBy(all, ({ startsAt }) => dayIn(timeZone, new Date(startsAt)));

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** What a calendar shows. */
export interface CalendarAddress {
  view: 'week' | 'list';
  /** The first day. */
  from: string;
  partner: string | undefined;
}

/** Reads the address: what is no day is as if it were not there. @param today where the reader is */
export function readCalendarAddress(params: URLSearchParams, today: string): CalendarAddress {
  const asked = params.get('from');
  const view = params.get('view') === 'list' ? 'list' : 'week';
  const day = isDay(asked) ? asked : today;
  return { view, from: view === 'week' ? mondayOf(day) : day, partner: params.get('partner') || undefined };
}

/** Days that a view shows. */
export const viewDays = { week: 7, list: 28 } as const;
