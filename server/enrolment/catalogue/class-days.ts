import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { StudyMode } from '../../../shared/courses.ts';
import { partnerCodes, type PartnerCode } from '../../../shared/partners.ts';

const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const HolidayConfig = z
  .strictObject({
    source: z.string(),
    /** Which calendar is kept where a partner teaches. A partner without one has no holidays. */
    partners: z.partialRecord(z.enum(partnerCodes), z.string()),
    /** Names of the holidays by their days. */
    calendars: z.record(z.string(), z.record(Day, z.string())),
  })
  .check(
    z.refine(({ partners, calendars }) => Object.values(partners).every((name) => name in calendars), {
      error: 'a partner has a calendar that is not among calendars',
    }),
  );

/** Reads `config/public-holidays.json`. @throws Error where it is not as it should be */
export const parseHolidays = (text: string): z.infer<typeof HolidayConfig> => HolidayConfig.parse(JSON.parse(text));

const file = new URL('../../../config/public-holidays.json', import.meta.url);
const config = parseHolidays(readFileSync(file, 'utf8'));

/** A public holiday on a day of class, `YYYY-MM-DD`. */
export interface DayOff {
  date: string;
  name: string;
}

/** Days of class in a week, as `getUTCDay` counts them; the first class is on the first of them. */
const classDays: Record<StudyMode, readonly [number, ...number[]]> = {
  'full-time': [1, 2, 3, 4, 5],
  'part-time': [2, 4, 6],
};

/** The weekday of the first class, Sunday being 0. */
const firstClassDay = (mode: StudyMode): number => classDays[mode][0];

/** The public holidays where these partners teach, by their days. */
export function holidaysOf(partners: readonly PartnerCode[]): Record<string, string> {
  return Object.assign({}, ...partners.map((code) => config.calendars[config.partners[code] ?? '']));
}

/** Whether a day lies after the last year of the partner's calendar: then its holidays are not known. */
export function isAfterHolidays(partner: PartnerCode, date: string): boolean {
  const years = Object.keys(holidaysOf([partner])).map((day) => day.slice(0, 4));
  return years.length > 0 && years.every((year) => date.slice(0, 4) > year);
}

/**
 * The days on which a cohort would meet and does not. None for a cohort of all partners: it keeps no calendar.
 *
 * @param run first and last day of class, `YYYY-MM-DD`
 */
export function listDaysOff(
  { partners, mode }: { partners: readonly PartnerCode[] | null; mode: StudyMode },
  run: { from: string; until: string },
): DayOff[] {
  return Object.entries(holidaysOf(partners ?? []))
    .filter(([date]) => date >= run.from && date <= run.until)
    .filter(([date]) => classDays[mode].includes(new Date(`${date}T00:00:00Z`).getUTCDay()))
    .map(([date, name]) => ({ date, name }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

/** The first day of a cohort, and the holidays on which it would have begun: each moves it by a week. */
export interface FirstClass {
  /** `YYYY-MM-DD` */
  day: string;
  movedBy: DayOff[];
}

const weekMs = 7 * 86_400_000;

/**
 * The first class on or after a day. Where that is a holiday, the same weekday of the next week that has class on it: a
 * course keeps its weekdays.
 *
 * @param from `YYYY-MM-DD`
 * @param of.holidays names by their days
 */
export function firstClassFrom(
  from: string,
  { mode, holidays }: { mode: StudyMode; holidays: Readonly<Record<string, string>> },
): FirstClass {
  const date = new Date(`${from}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ((firstClassDay(mode) - date.getUTCDay() + 7) % 7));
  const movedBy: DayOff[] = [];
  for (let at = date.getTime(); ; at += weekMs) {
    const day = new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const name = holidays[day];
    if (name === undefined) return { day, movedBy };
    movedBy.push({ date: day, name });
  }
}
