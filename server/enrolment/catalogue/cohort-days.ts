import { instantOf } from '../../../shared/zoned-time.ts';
import { dayAfter } from './cohorts.ts';

/** Days as staff give them. */
interface GivenDays {
  /** The first day on which students may choose it, `YYYY-MM-DD`; null for at once. */
  opensOn?: string | null | undefined;
  /** The last such day; null up to the start. */
  enrolBy?: string | null | undefined;
}

/** The moments that days are in a zone; undefined for a day that is not given. */
export const momentsOf = (
  { opensOn, enrolBy }: GivenDays,
  timeZone: string,
): { opensAt: Date | null | undefined; closesAt: Date | null | undefined } => {
  const midnight = (day: string) => instantOf(day, '0:00', timeZone);
  return {
    opensAt: opensOn ? midnight(opensOn) : noDay(opensOn),
    closesAt: enrolBy ? midnight(dayAfter(enrolBy)) : noDay(enrolBy),
  };
};

const noDay = (day: string | null | undefined) => (day === undefined ? undefined : null);
