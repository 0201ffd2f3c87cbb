import { findHoursOn } from './class-hours.ts';
import { instantOf, isDay } from './zoned-time.ts';

/** Calendar files (iCalendar, RFC 5545), the same from a page and in a mail. */

/** A whole day wherever the reader is, or a span of time. */
export type When = { day: string } | { startsAt: Date; endsAt: Date };

export interface CalendarEvent {
  /** The same in every file about the event, so that a calendar updates one entry. */
  uid: string;
  /** Revision of the event (RFC 5545, 3.8.7.4); a calendar keeps the highest. */
  sequence: number;
  /** When the file was made. */
  madeAt: Date;
  when: When;
  title: string;
  description?: string;
  url?: string;
  /** The organizer (RFC 5545, 3.8.4.3). */
  organizer?: { name: string; email: string };
  /** The attendee whose calendar entry is cancelled; without one the file adds the entry. */
  cancelledFor?: string;
}

/** The text of a calendar file with one event, added or cancelled. */
export function buildCalendarFile(event: CalendarEvent): string {
  const { organizer, cancelledFor } = event;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Intake//Enrolment//EN',
    `METHOD:${cancelledFor === undefined ? 'PUBLISH' : 'CANCEL'}`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${compact(event.madeAt)}`,
    ...timesOf(event.when),
    `SUMMARY:${escape(event.title)}`,
    event.description && `DESCRIPTION:${escape(event.description)}`,
    event.url && `URL:${event.url}`,
    organizer && `ORGANIZER;CN="${quotable(organizer.name)}":mailto:${organizer.email}`,
    cancelledFor && `ATTENDEE:mailto:${cancelledFor}`,
    `STATUS:${cancelledFor === undefined ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .filter((line) => line !== undefined && line !== '')
    .map((line) => `${fold(line!)}\r\n`)
    .join('');
}

/**
 * The first class of a cohort, as far as it is known.
 *
 * @param cohort `schedule` as written: "Monday to Friday, 9:00 am to 5:00 pm"
 * @returns the hours, else the day; undefined where not even that is settled
 */
export function findFirstClass(cohort: {
  startDate: string;
  schedule: string | null;
  timeZone: string;
}): When | undefined {
  const { startDate: day, schedule, timeZone } = cohort;
  if (!isDay(day)) return undefined;
  const hours = findHoursOn(day, schedule);
  if (!hours) return { day };
  return { startsAt: instantOf(day, hours.from, timeZone), endsAt: instantOf(day, hours.to, timeZone) };
}

/** In UTC, which calendars convert to the reader's zone. */
const timesOf = (when: When): string[] =>
  'day' in when
    ? [`DTSTART;VALUE=DATE:${when.day.replaceAll('-', '')}`]
    : [`DTSTART:${compact(when.startsAt)}`, `DTEND:${compact(when.endsAt)}`];

const compact = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');

const escape = (text: string) => text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

const quotable = (text: string) => text.replaceAll(/["\p{Cc}]/gu, '');

const lineOctets = 75;

/** Folds a line to at most 75 octets each (RFC 5545, 3.1); a continuation begins with a space. */
function fold(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > lineOctets) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n');
}
