import type { Partner } from '../../shared/partners.ts';
import type { Webinar } from '../../shared/page-content.ts';
import { findOccasion } from '../../shared/webinar-dates.ts';
import type { Occasion } from '../../shared/webinar-dates.ts';
import { cityOf, formatDay, formatMoment, formatTime } from '../ui/format.ts';
import { dayIn, offsetMs } from '../../shared/zoned-time.ts';

type Place = Pick<Partner, 'languageTag' | 'timeZone'>;

/** When a webinar takes place, in words. */
export interface WrittenTimes {
  /** On the partner's calendar: "Wed 2 December 2026". */
  day: string;
  /** "6:00 pm to 7:30 pm (Sydney time)" */
  hours: string;
  /** The same on the reader's own clock, with the day where it is another one; missing where the clocks agree. */
  own?: string;
}

/** @param readerZone IANA zone of the reader */
export function writeTimes(partner: Place, { startsAt, endsAt }: Occasion, readerZone: string): WrittenTimes {
  const { timeZone } = partner;
  const [start, end] = [startsAt.toISOString(), endsAt.toISOString()];
  const day = dayIn(timeZone, startsAt);
  const written = {
    day: formatDay(partner, day),
    hours: `${formatTime(partner, start, timeZone)} to ${formatTime(partner, end, timeZone)} (${cityOf(timeZone)} time)`,
  };
  if (offsetMs(startsAt, timeZone) === offsetMs(startsAt, readerZone)) return written;
  const isSameDay = dayIn(readerZone, startsAt) === day;
  const from = isSameDay ? formatTime(partner, start, readerZone) : formatMoment(partner, start, readerZone);
  return { ...written, own: `${from} to ${formatTime(partner, end, readerZone)} (${cityOf(readerZone)}, your time)` };
}

/** Day and month for the eye: "2" and "Dec". The words beside them say it in full. */
export function writeDateTile({ languageTag, timeZone }: Place, moment: Date): { day: string; month: string } {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag, { ...options, timeZone }).format(moment);
  return { day: part({ day: 'numeric' }), month: part({ month: 'short' }) };
}

/** The next first, past ones last. */
export function byNextOccasion<Dated extends Pick<Webinar, 'date' | 'time' | 'minutes'>>(
  webinars: readonly Dated[],
  timeZone: string,
  now: Date,
): Dated[] {
  const dated = webinars.map((webinar) => ({ webinar, ...findOccasion(webinar, timeZone, now) }));
  const isOver = ({ endsAt }: Occasion) => Number(endsAt <= now);
  return dated
    .toSorted((one, other) => isOver(one) - isOver(other) || one.startsAt.getTime() - other.startsAt.getTime())
    .map(({ webinar }) => webinar);
}
