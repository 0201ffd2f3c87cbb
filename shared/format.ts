/** Dates, times and money in the partner’s locale, on screens and in mails. */

import { dateFormatter, numberFormatter } from './formatters.ts';
import type { Partner } from './partners.ts';

type Locale = Pick<Partner, 'languageTag'>;

/** "NZ$12,375": whole dollars, the currency always named. Cents are shown only where there are some. */
export function formatPrice(partner: Locale, cents: number): string {
  return formatDollars(partner, cents, cents % 100 === 0 ? 0 : 2);
}

/** "NZ$12,375.00": to the cent, for checkout and receipt. */
export function formatAmount(partner: Locale, cents: number): string {
  return formatDollars(partner, cents, 2);
}

// Written out instead of Intl's currency style, which shortens the sign to "$" for a reader in New Zealand.
function formatDollars(partner: Locale, cents: number, digits: number): string {
  const digitFormat = numberFormatter(partner.languageTag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `NZ$${digitFormat.format(cents / 100)}`;
}

/** "NZD 12,375.00": to the cent, with the currency's code, where every currency may stand. */
export function formatInCurrency(currency: string, cents: number): string {
  const digits = numberFormatter('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${currency} ${digits.format(cents / 100)}`;
}

/**
 * "Mon 1 March 2027" in the partner's order of words.
 *
 * @param date a day without a time, `2027-03-01`
 */
export function formatDay(partner: Locale, date: string): string {
  return formatDate(partner, startOf(date), { ...monthAndYear, timeZone: 'UTC' });
}

/** "Mon 1 Mar": a day, `2027-03-01`, where the year is clear and many stand in one sentence. */
export function formatShortDay(partner: Locale, date: string): string {
  return formatDate(partner, startOf(date), { month: 'short', timeZone: 'UTC' });
}

/** Whether a cohort's start says when that is: an intake without a date has a word there. */
export const hasDate = (startDate: string): boolean => startDate !== '' && startDate !== 'Future';

/** A cohort's start: a day, "December 2025" where only the month is known, or "No date yet"; other text as it is. */
export function formatStart(partner: Locale, startDate: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(startDate)) return formatDay(partner, startDate);
  if (/^\d{4}-\d{2}$/.test(startDate)) {
    return format(partner, startOf(`${startDate}-01`), { ...monthAndYear, timeZone: 'UTC' });
  }
  return hasDate(startDate) ? startDate : 'No date yet';
}

/** "Mon 1 February 2027 – Sun 25 April 2027", broken behind the dash alone; only the start where no end is known. */
export function formatDates(partner: Locale, cohort: { startDate: string; endDate: string | null }): string {
  const start = formatStart(partner, cohort.startDate);
  if (cohort.endDate === null) return start;
  return `${start} – ${formatDay(partner, cohort.endDate)}`.replaceAll(' ', '\u00a0').replace('–\u00a0', '– ');
}

/**
 * "Mon 1 March 2027, 2:35 pm": a moment in the reader's own zone, or in the one given.
 *
 * @param moment ISO
 * @param timeZone IANA name
 */
export function formatMoment(partner: Locale, moment: string, timeZone?: string): string {
  const day = formatDate(partner, new Date(moment), { ...monthAndYear, timeZone });
  return `${day}, ${formatTime(partner, moment, timeZone)}`;
}

/** "Mon 1 March 2027, 2:35 pm (Sydney time)": a moment on one clock, named, so that it reads the same everywhere. */
export function formatMomentIn(timeZone: string, partner: Locale, moment: string): string {
  return `${formatMoment(partner, moment, timeZone)} (${cityOf(timeZone)} time)`;
}

/** "2:35 pm": the clock schedules are written in, so that one page has one way to tell the time. */
export function formatTime(partner: Locale, moment: string, timeZone?: string): string {
  const text = format(partner, new Date(moment), {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZone,
  });
  return text.replace(/\s*([ap])\.?m\.?$/i, (_all, half: string) => ` ${half.toLowerCase()}m`);
}

/** "Sydney" for `Australia/Sydney`: people know cities, not zone letters. */
export function cityOf(timeZone: string): string {
  const city = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  return todaysNames[city] ?? city;
}

/** Cities that browsers name by a zone's former name (backward links of the IANA time zone database). */
const todaysNames: Record<string, string> = {
  Calcutta: 'Kolkata',
  Saigon: 'Ho Chi Minh City',
  'Ho Chi Minh': 'Ho Chi Minh City',
  Katmandu: 'Kathmandu',
  Rangoon: 'Yangon',
  Kiev: 'Kyiv',
  Godthab: 'Nuuk',
  Faeroe: 'Faroe',
};

/** "Monday to Friday, 9:00 am to 5:00 pm (Auckland time)": hours mean little without a place. */
export function formatSchedule(schedule: string, timeZone: string): string {
  return `${schedule} (${cityOf(timeZone)} time)`;
}

/** Keeps "9:00 am" and "(New York time)" on one line each. */
export const unbroken = (times: string): string => times.replaceAll(/ (?=[ap]m|[^(]*\))/g, '\u00a0');

function format(partner: Locale, date: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormatter(partner.languageTag, options).format(date);
}

const monthAndYear = { month: 'long', year: 'numeric' } as const;

const startOf = (date: string) => new Date(`${date}T00:00:00Z`);

function formatDate(partner: Locale, date: Date, options: Intl.DateTimeFormatOptions): string {
  const text = format(partner, date, { weekday: 'short', day: 'numeric', ...options });
  // "Mon, 1 March" reads as a list; day-first languages do without the comma.
  return text.replace(/^(\p{L}+), (?=\d)/u, '$1 ');
}
