import { dateFormatter } from '../../shared/formatters.ts';
import { dayIn, instantOf, offsetMs } from '../../shared/zoned-time.ts';

/** The hours of a cohort. They are meant where it is taught; readers may sit elsewhere. */

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const hoursPattern = /(\d{1,2}:\d{2}(?: [ap]m)?) to (\d{1,2}:\d{2}(?: [ap]m)?)/g;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekdayPattern = new RegExp(weekdays.join('|'), 'g');

/**
 * A cohort's days and hours as the reader's clock shows them in its first week: "Monday to Friday, 11:00 to 19:00".
 * Where the hours fall on another day for the reader, the names of the days move with them.
 *
 * @param readerZone IANA zone of the reader
 * @returns undefined where no hours or no day are settled, or the reader's clock shows the same
 */
export function translateSchedule(
  cohort: { startDate: string; schedule: string | null; timeZone: string },
  readerZone: string,
): string | undefined {
  const { startDate, schedule, timeZone } = cohort;
  if (schedule === null || !dayPattern.test(startDate) || hasSameClock(cohort, readerZone)) return undefined;

  let translated = '';
  let rest = 0;
  for (const hours of schedule.matchAll(hoursPattern)) {
    const start = instantOf(startDate, hours[1] ?? '', timeZone);
    const end = instantOf(startDate, hours[2] ?? '', timeZone);
    const days = schedule.slice(rest, hours.index);
    const clock = clockLike(hours[0], readerZone);
    translated += `${shiftDays(days, dayShift(start, startDate, readerZone))}${clock(start)} to ${clock(end)}`;
    rest = hours.index + hours[0].length;
  }
  return rest === 0 ? undefined : translated + schedule.slice(rest);
}

function hasSameClock({ startDate, timeZone }: { startDate: string; timeZone: string }, readerZone: string): boolean {
  const day = new Date(`${startDate}T00:00:00Z`);
  return offsetMs(day, timeZone) === offsetMs(day, readerZone);
}

/** Writes times the way the schedule itself does, "9:00 am" or "9:00", so that the two can be compared. */
function clockLike(hours: string, timeZone: string): (moment: Date) => string {
  const hour12 = hours.endsWith('m');
  const format = dateFormatter('en-NZ', { hour: 'numeric', minute: '2-digit', hour12, timeZone });
  return (moment) => format.format(moment).replace(/\s/, ' ');
}

/** By how many days the reader's calendar is ahead of (1) or behind (-1) the cohort's at that moment. */
function dayShift(moment: Date, day: string, readerZone: string): number {
  const readerDay = dayIn(readerZone, moment);
  if (readerDay === day) return 0;
  return readerDay < day ? -1 : 1;
}

function shiftDays(text: string, days: number): string {
  return text.replaceAll(weekdayPattern, (name) => weekdays[(weekdays.indexOf(name) + days + 7) % 7] ?? name);
}

/** Keeps "9:00 am" and "Auckland time" on one line. */
export const unbroken = (times: string) => times.replaceAll(/ (?=[ap]m|time\))/g, '\u00a0');
