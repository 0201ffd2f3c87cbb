import type { Order } from '../../contract/payments.ts';
import { instantOf } from '../../shared/zoned-time.ts';
import { cityOf } from '../ui/format.ts';

/**
 * Where the first day of class is meant, if the reader's calendar shows another day when that class begins.
 *
 * @param cohort undefined where no order tells
 * @param readerZone IANA zone of the reader
 * @returns the city, or undefined where both calendars agree or no hours are settled
 */
export function findOtherCity(cohort: Order['cohort'] | undefined, readerZone: string): string | undefined {
  const firstHour = /\d{1,2}:\d{2}(?: [ap]m)?/.exec(cohort?.schedule ?? '')?.[0];
  if (!cohort || firstHour === undefined) return undefined;
  const start = instantOf(cohort.startDate, firstHour, cohort.timeZone);
  const readerDay = new Intl.DateTimeFormat('en-CA', { timeZone: readerZone }).format(start);
  return readerDay === cohort.startDate ? undefined : cityOf(cohort.timeZone);
}
