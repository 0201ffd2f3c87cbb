/** Dates and hours of a cohort in words. A cohort's dates are meant where it is taught; readers may sit elsewhere. */

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const monthPattern = /^\d{4}-\d{2}$/;
const hoursPattern = /(\d{1,2}):(\d{2}) to (\d{1,2}):(\d{2})/;

/** "Mon 1 February 2027", "December 2025", or the word itself where there is no date ("Future"). */
export function startText(startDate: string, languageTag: string): string {
  if (dayPattern.test(startDate)) return dayFormat(languageTag).format(new Date(`${startDate}T00:00:00Z`));
  if (!monthPattern.test(startDate)) return startDate;
  return new Intl.DateTimeFormat(languageTag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${startDate}-01T00:00:00Z`),
  );
}

/** "Mon 1 February – Sun 25 April 2027"; the start alone where no end is known. */
export function datesText(cohort: { startDate: string; endDate: string | null }, languageTag: string): string {
  if (cohort.endDate === null || !dayPattern.test(cohort.startDate)) return startText(cohort.startDate, languageTag);
  const days = [cohort.startDate, cohort.endDate].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date];
  return dayFormat(languageTag).formatRange(...days);
}

function dayFormat(languageTag: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageTag, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** "Sydney" for `Australia/Sydney`: people know cities, not zone letters. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

export interface ReaderHours {
  /** "11:00 am – 7:00 pm" */
  hours: string;
  city: string;
  /** Whether classes begin on another day of the week for the reader. */
  dayShift: -1 | 0 | 1;
}

/**
 * The hours of a cohort as the reader's clock shows them on the first day.
 *
 * @param readerZone IANA zone of the reader
 * @returns undefined where no hours or no day are settled, or the reader's clock shows the same
 */
export function findReaderHours(
  cohort: { startDate: string; schedule: string | null; timeZone: string },
  readerZone: string,
  languageTag: string,
): ReaderHours | undefined {
  const hours = hoursPattern.exec(cohort.schedule ?? '');
  if (hours === null || !dayPattern.test(cohort.startDate)) return undefined;
  const at = (hour: string, minute: string) =>
    instantOf(`${cohort.startDate}T${hour.padStart(2, '0')}:${minute}:00Z`, cohort.timeZone);
  const start = at(hours[1] ?? '', hours[2] ?? '');
  if (offsetMs(start, cohort.timeZone) === offsetMs(start, readerZone)) return undefined;

  const clock = new Intl.DateTimeFormat(languageTag, { hour: 'numeric', minute: '2-digit', timeZone: readerZone });
  const readerDay = new Intl.DateTimeFormat('en-CA', { timeZone: readerZone }).format(start);
  return {
    // Not formatRange: it adds both dates as soon as the hours pass midnight.
    hours: `${clock.format(start)} – ${clock.format(at(hours[3] ?? '', hours[4] ?? ''))}`,
    city: cityOf(readerZone),
    dayShift: readerDay === cohort.startDate ? 0 : readerDay < cohort.startDate ? -1 : 1,
  };
}

/** The moment a wall clock in `timeZone` shows `wallClock` (written as if it were UTC). */
function instantOf(wallClock: string, timeZone: string): Date {
  const asUtc = new Date(wallClock);
  const guess = new Date(asUtc.getTime() - offsetMs(asUtc, timeZone));
  return new Date(asUtc.getTime() - offsetMs(guess, timeZone));
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetMs(moment: Date, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const offset = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '');
  if (offset === null) return 0;
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000;
}
