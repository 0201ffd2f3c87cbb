import type { ListOperator } from '../../contract/console/list.ts';
import { dayIn, instantOf, lastDayBefore } from '../../shared/zoned-time.ts';
import { dayOf } from '../shell/times.ts';

/**
 * Bounds of a filter by time. People choose days of their own zone, in which the list shows its times; the address holds
 * the moments at which those begin and end, so that it shows everybody the same rows. A day without a time in it, from an
 * older view or from Home, is one of UTC.
 */

const dayMs = 86_400_000;
const isDay = (value: string) => value.length === 'yyyy-mm-dd'.length;

/** The first and the last day to choose: a year of two digits is mistyped, one of five is written otherwise. */
export const chosenDays = { first: '1900-01-01', last: '9998-12-31' } as const;

/** Whether a day may be chosen. */
export const isChoosable = (day: string): boolean => isDay(day) && day >= chosenDays.first && day <= chosenDays.last;

/** Whether a bound may stand in an address. In some zone the first day begins a day before, and the last ends a day after. */
export const isBound = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(?:T.+)?$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  value >= '1899-12-31' &&
  value < '9999-01-02';

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The moment at which a day of a zone begins, or has ended for `until`. */
const boundOf = (operator: ListOperator, day: string, timeZone: string): string =>
  instantOf(operator === 'until' ? dayAfter(day) : day, '00:00', timeZone).toISOString();

/** The day of a bound for its field: the first or last of which the filter passes a part. */
export function dayOfBound(operator: ListOperator, value: string, timeZone: string): string {
  if (isDay(value)) return value;
  const moment = new Date(value);
  return operator === 'until' ? lastDayBefore(timeZone, moment) : dayIn(timeZone, moment);
}

/** Whether a bound is where a day of the zone begins or ends. */
export const isOwnDay = (operator: ListOperator, value: string, timeZone: string): boolean =>
  !isDay(value) && Date.parse(boundOf(operator, dayOfBound(operator, value, timeZone), timeZone)) === Date.parse(value);

/** A bound as one reads it: "1 Nov 2026", with what is no whole day of the zone told as it is. */
export function boundWords(operator: ListOperator, value: string, timeZone: string): string {
  if (isDay(value)) return `${dayOf(value)} (UTC)`;
  if (isOwnDay(operator, value, timeZone)) return dayOf(dayOfBound(operator, value, timeZone));
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(value),
  );
}

/** The bound that a field asks for. @param set as it was before; it stays as long as its day is not changed */
export const chosenBound = (operator: ListOperator, day: string, set: string | undefined, timeZone: string): string =>
  set !== undefined && dayOfBound(operator, set, timeZone) === day ? set : boundOf(operator, day, timeZone);
