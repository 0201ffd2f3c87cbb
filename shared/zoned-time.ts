/** Conversions between zoned and UTC time. Zones are IANA names. */

import { dateFormatter } from './formatters.ts';

/** Whether a text is a calendar day, `2027-03-01`; the start of a cohort may be a month or a word. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * The instant of a wall-clock time in a zone.
 *
 * @param day `2027-03-01`
 * @param time "9:00 am", or "18:00"
 * @param timeZone IANA name
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const [, hour = '', minute, half] = /^(\d{1,2}):(\d{2})(?: (am|pm))?$/.exec(time) ?? [];
  const hours = (Number(hour) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0);
  const asUtc = new Date(`${day}T${String(hours).padStart(2, '0')}:${minute}:00Z`);
  const guess = new Date(asUtc.getTime() - offsetMs(asUtc, timeZone));
  return new Date(asUtc.getTime() - offsetMs(guess, timeZone));
}

/** The calendar day of a moment in a zone, `2027-03-01`. */
export function dayIn(timeZone: string, moment: Date): string {
  const day = dateFormatter('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
  // The year 26 is `0026` where days are read.
  return day.padStart('yyyy-mm-dd'.length, '0');
}

/** The last day of which a part lies before a moment: what closes at midnight is open up to and with the day before. */
export const lastDayBefore = (timeZone: string, moment: Date): string =>
  dayIn(timeZone, new Date(moment.getTime() - 1));

/** A zone's UTC offset at a moment, in milliseconds; positive east of Greenwich. */
export function offsetMs(moment: Date, timeZone: string): number {
  const name = dateFormatter('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const offset = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '');
  if (offset === null) return 0;
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000;
}
