/** Times in a named zone, for advisors and students who are not in one. */

/** "Mon, 1 Mar 2027, 1:00 pm" in a zone. */
export const momentIn = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment));

/** "1:00 pm" in a zone. */
export const clockIn = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(moment));
