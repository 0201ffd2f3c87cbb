import { instantOf } from './zoned-time.ts';

/** The hours in what staff write as a cohort's days and hours, which is free text. What can be read in two ways is not told. */

/** From one time to another, both as `instantOf` takes them. */
interface Hours {
  /** The words before, "Tuesday and Thursday, ". */
  days: string;
  from: string;
  to: string;
  /** Where the text goes on after them. */
  end: number;
}

/** By their English names, as `getUTCDay` counts them. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const weekday = `(${weekdays.join('|')})`;
const upTo = String.raw`\s*(?:to|-|–)\s*`;
const time = String.raw`\b(\d{1,2}:[0-5]\d)(?:\s*([ap]m)\b)?`;
const daysPattern = new RegExp(`${weekday}s?(?:${upTo}${weekday})?`, 'g');
const hoursPattern = new RegExp(time + upTo + time, 'gi');
const timePattern = /\d(?::\d|\s*[ap]\.?m)/i;

/**
 * Every pair of hours in their order: two of "Tuesday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm".
 *
 * @returns none where a time is no part of a pair, or a pair is ambiguous: "6:00 to 9:00 pm" may begin in the morning
 */
export function readHours(schedule: string | null): Hours[] {
  const text = schedule ?? '';
  let end = 0;
  const hours = [...text.matchAll(hoursPattern)].map((match) => {
    const days = text.slice(end, match.index);
    end = match.index + match[0].length;
    return { days, from: timeOf(match[1], match[2]), to: timeOf(match[3], match[4]), end };
  });
  return hours.every(isCertain) && !timePattern.test(text.replaceAll(hoursPattern, '')) ? hours : [];
}

const timeOf = (clock = '', half = '') => `${clock} ${half.toLowerCase()}`.trim();

const isCertain = ({ from, to }: Hours) => from.endsWith('m') === to.endsWith('m') && minuteOf(from) < minuteOf(to);

const minuteOf = (clock: string) => instantOf('2000-01-01', clock, 'UTC').getTime();

/**
 * The hours of one day, `2027-03-01`: those with its weekday in the words before, or the only ones where no weekday is
 * named. Undefined where it is not certain which they are.
 */
export function findHoursOn(day: string, schedule: string | null): Hours | undefined {
  const hours = readHours(schedule);
  // Days may also stand after their hours: then the words before are those of other hours.
  if (!hours[0]?.days.match(daysPattern)) return hours.length === 1 ? hours[0] : undefined;
  const wanted = new Date(`${day}T00:00:00Z`).getUTCDay();
  return hours.find(({ days }) => [...days.matchAll(daysPattern)].some(([, from, to]) => isBetween(wanted, from, to)));
}

/** Whether a weekday lies in a range such as Friday to Monday. */
function isBetween(wanted: number, from = '', to = from): boolean {
  const daysAfter = (day: number) => (day - weekdays.indexOf(from) + weekdays.length) % weekdays.length;
  return daysAfter(wanted) <= daysAfter(weekdays.indexOf(to));
}
