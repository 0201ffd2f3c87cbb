import type { Cohort } from '../../contract/cohorts.ts';
import type { Partner } from '../../shared/partners.ts';
import { findHoursOn, readHours, weekdays } from '../../shared/class-hours.ts';
import { dateFormatter } from '../../shared/formatters.ts';
import { dayIn, instantOf, isDay, offsetMs } from '../../shared/zoned-time.ts';
import { cityOf, formatDay, formatMoment, formatShortDay, unbroken } from '../ui/format.ts';

/** The hours of a cohort. They are meant where it is taught; readers may sit elsewhere. */

/** What is known of when a cohort meets. Days as `2027-03-01`, the zone an IANA name. */
interface Meeting {
  startDate: string;
  endDate?: string | null;
  schedule: string | null;
  timeZone: string;
}

const weekdayPattern = new RegExp(weekdays.join('|'), 'g');
const dayMs = 86_400_000;

/** The zone of this browser. */
export const readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * A cohort's days and hours on the reader's clock, a line each: "Monday to Friday, 11:00 am to 7:00 pm (Sydney, your
 * time)", and from which day they are others, because clocks change in one of the places and not in the other.
 *
 * @param zone IANA zone of the reader
 * @returns none where no hours or no day are settled, or the reader's clock shows the same throughout
 */
export function ownHours(partner: Pick<Partner, 'languageTag'>, meeting: Meeting, zone: string): string[] {
  const spans = listSpans(meeting, zone);
  if (spans.every(({ apart }) => apart === 0)) return [];
  return spans.map(({ from, schedule }, index) =>
    unbroken(
      index === 0
        ? `${schedule} (${cityOf(zone)}, your time)`
        : `From ${formatDay(partner, from)}: ${schedule} (your time)`,
    ),
  );
}

/**
 * When the first class begins for a reader whose calendar shows another date then than the cohort's.
 *
 * @param zone IANA zone of the reader
 * @returns "Sun 20 December 2026, 3:00 pm (New York, your time)"; undefined where the dates agree or no hours are settled
 */
export function ownStart(partner: Pick<Partner, 'languageTag'>, meeting: Meeting, zone: string): string | undefined {
  const { startDate, schedule, timeZone } = meeting;
  const hours = isDay(startDate) ? findHoursOn(startDate, schedule) : undefined;
  if (!hours) return undefined;
  const begins = instantOf(startDate, hours.from, timeZone);
  if (dayIn(zone, begins) === startDate) return undefined;
  return unbroken(`${formatMoment(partner, begins.toISOString(), zone)} (${cityOf(zone)}, your time)`);
}

/** The cohort's run, cut where the two clocks move apart or together. */
function listSpans(meeting: Meeting, zone: string): { from: string; apart: number; schedule: string }[] {
  const { startDate, endDate, schedule, timeZone } = meeting;
  const [first] = readHours(schedule);
  if (!first || !isDay(startDate)) return [];
  const apartOn = (day: string) => {
    const moment = instantOf(day, first.from, timeZone);
    return offsetMs(moment, timeZone) - offsetMs(moment, zone);
  };
  const starts = [startDate];
  const last = endDate && isDay(endDate) ? endDate : startDate;
  // Clocks change weeks apart, so a week in which they have not is passed over at once.
  for (let day = startDate; day < last;) {
    const week = addDays(day, 7) < last ? addDays(day, 7) : last;
    if (apartOn(week) === apartOn(day)) day = week;
    else {
      const before = apartOn(day);
      while (apartOn(day) === before) day = addDays(day, 1);
      starts.push(day);
    }
  }
  return starts.map((from) => ({ from, apart: apartOn(from), schedule: translate(meeting, from, zone) }));
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/**
 * Days and hours as the reader's clock shows them around a day. Where the hours fall on another day for the reader, the
 * names of the days move with them.
 */
function translate({ schedule, timeZone }: Meeting, day: string, zone: string): string {
  const hours = readHours(schedule);
  const translated = hours.map(({ days, from, to }) => {
    const start = instantOf(day, from, timeZone);
    const clock = clockLike(from, zone);
    return `${shiftDays(days, dayShift(start, day, zone))}${clock(start)} to ${clock(instantOf(day, to, timeZone))}`;
  });
  return translated.join('') + (schedule ?? '').slice(hours.at(-1)?.end);
}

/** Writes times on the twelve-hour clock or the other, as a time of the schedule is. */
function clockLike(time: string, timeZone: string): (moment: Date) => string {
  const hour12 = time.endsWith('m');
  const format = dateFormatter('en-NZ', { hour: 'numeric', minute: '2-digit', hour12, timeZone });
  return (moment) => format.format(moment).replace(/\s/, ' ');
}

/** By how many days the reader's calendar is ahead of (1) or behind (-1) the cohort's at that moment. */
function dayShift(moment: Date, day: string, zone: string): number {
  const readerDay = dayIn(zone, moment);
  if (readerDay === day) return 0;
  return readerDay < day ? -1 : 1;
}

function shiftDays(text: string, days: number): string {
  return text.replaceAll(weekdayPattern, (name) => weekdays[(weekdays.indexOf(name) + days + 7) % 7] ?? name);
}

/** The public holidays in a cohort's run: "No class on Tue 26 Jan (Australia Day)"; undefined where there are none. */
export function daysWithoutClass(
  partner: Pick<Partner, 'languageTag'>,
  { noClassOn = [] }: Pick<Cohort, 'noClassOn'>,
): string | undefined {
  if (noClassOn.length === 0) return undefined;
  const dayOf = (date: string) => formatShortDay(partner, date).replaceAll(' ', '\u00a0');
  return `No class on ${noClassOn.map(({ date, name }) => `${dayOf(date)} (${name})`).join('; ')}`;
}
