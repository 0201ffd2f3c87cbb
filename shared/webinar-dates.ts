import type { Webinar, WebinarDate } from './page-content.ts';
import { dayIn, instantOf } from './zoned-time.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/**
 * The day a webinar takes place next; for one that took place once, the day it did.
 *
 * @param today on the partner's calendar, `2026-11-20`
 * @returns `2026-12-02`
 */
export function findWebinarDay(date: WebinarDate, today: string): string {
  if ('on' in date) return date.on;
  const sinceMs = Date.parse(today) - Date.parse(date.from);
  const rounds = Math.max(0, Math.ceil(sinceMs / (date.everyWeeks * weekMs)));
  return new Date(Date.parse(date.from) + rounds * date.everyWeeks * weekMs).toISOString().slice(0, 10);
}

/** One time a webinar takes place. */
export interface Occasion {
  startsAt: Date;
  endsAt: Date;
}

/**
 * The current or next occasion of a webinar; the last one where it does not recur.
 *
 * @param timeZone of the partner, on whose clock times are written
 */
export function findOccasion(
  { date, time, minutes }: Pick<Webinar, 'date' | 'time' | 'minutes'>,
  timeZone: string,
  now: Date,
): Occasion {
  const occasionFrom = (today: string): Occasion => {
    const startsAt = instantOf(findWebinarDay(date, today), time, timeZone);
    return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * minuteMs) };
  };
  const today = dayIn(timeZone, now);
  const occasion = occasionFrom(today);
  // Today's may be over already.
  return occasion.endsAt > now ? occasion : occasionFrom(dayAfter(today));
}

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
