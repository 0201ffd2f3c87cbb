/** IANA name of the reader's zone, "Australia/Sydney". */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** "14:05" in the reader's zone. */
export const clockTime = (value: number | string): string => clock.format(new Date(value));

/** "23 Nov 2026" in the reader's zone. */
export const dateOf = (value: number | string): string => date.format(new Date(value));

/** "23 Nov 2026, 14:05" in the reader's zone. */
export const momentOf = (value: number | string): string => moment.format(new Date(value));

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "1 Nov 2026" of a day without a time, `2026-11-01`, which is the same day in every zone. */
export const dayOf = (value: string): string => day.format(new Date(value));

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "1 Feb 2027", "February 2027" of a start whose day is not known, and of one without a date that it has none. */
export function startText(start: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(start)) return dayOf(start);
  return /^\d{4}-\d{2}$/.test(start) ? month.format(new Date(start)) : 'No date yet';
}

/** "on 1 Feb 2027", "in February 2027" of a start that is known. */
export const onStart = (start: string): string => `${/^\d{4}-\d{2}$/.test(start) ? 'in' : 'on'} ${startText(start)}`;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "just now", "12 minutes ago", "3 hours ago", then the date. */
export function timeAgo(value: string, nowMs = Date.now()): string {
  const agoMs = nowMs - Date.parse(value);
  if (agoMs < minuteMs) return 'just now';
  if (agoMs < hourMs) return count(agoMs / minuteMs, 'minute');
  if (agoMs < dayMs) return count(agoMs / hourMs, 'hour');
  return dateOf(value);
}

const count = (amount: number, unit: string) =>
  `${Math.floor(amount)} ${unit}${Math.floor(amount) === 1 ? '' : 's'} ago`;

/** Whether a moment is over. */
export const isPast = (value: string, nowMs = Date.now()): boolean => Date.parse(value) < nowMs;
