import type { Partner } from '../../contract/partners.ts';
import { formatTime } from '../ui/format.ts';

/** The hours of a cohort. They are meant where it is taught; readers may sit elsewhere. */

type Locale = Pick<Partner, 'languageTag'>;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const hoursPattern = /(\d{1,2}):(\d{2}) to (\d{1,2}):(\d{2})/;

/** "Sydney" for `Australia/Sydney`: people know cities, not zone letters. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

export interface ReaderHours {
  /** "11:00 to 19:00" */
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
  partner: Locale,
  readerZone: string,
): ReaderHours | undefined {
  const hours = hoursPattern.exec(cohort.schedule ?? '');
  if (hours === null || !dayPattern.test(cohort.startDate)) return undefined;
  const at = (hour: string, minute: string) =>
    instantOf(`${cohort.startDate}T${hour.padStart(2, '0')}:${minute}:00Z`, cohort.timeZone);
  const start = at(hours[1] ?? '', hours[2] ?? '');
  if (offsetMs(start, cohort.timeZone) === offsetMs(start, readerZone)) return undefined;

  const clock = (moment: Date) => formatTime(partner, moment.toISOString(), readerZone);
  const readerDay = new Intl.DateTimeFormat('en-CA', { timeZone: readerZone }).format(start);
  return {
    hours: `${clock(start)} to ${clock(at(hours[3] ?? '', hours[4] ?? ''))}`,
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
