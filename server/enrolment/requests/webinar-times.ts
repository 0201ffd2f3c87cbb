import type { Webinar } from '../../../contract/page-content.ts';
import { findWebinarDay } from '../../../contract/webinar-dates.ts';
import { instantOf } from '../../../contract/zoned-time.ts';

const minuteMs = 60_000;

/** One occasion of a webinar. */
export interface Occasion {
  startsAt: Date;
  endsAt: Date;
}

/** The next occasion of a webinar on a partner's calendar; of one that is over, the last. */
export function findOccasion(
  webinar: Pick<Webinar, 'date' | 'time' | 'minutes'>,
  timeZone: string,
  now: Date,
): Occasion {
  const on = (moment: Date) => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
    return occasionFrom(instantOf(findWebinarDay(webinar.date, today), webinar.time, timeZone), webinar.minutes);
  };
  const occasion = on(now);
  // Today's may be over already.
  return occasion.endsAt > now ? occasion : on(new Date(now.getTime() + 24 * 60 * minuteMs));
}

export const occasionFrom = (startsAt: Date, minutes: number): Occasion => ({
  startsAt,
  endsAt: new Date(startsAt.getTime() + minutes * minuteMs),
});
