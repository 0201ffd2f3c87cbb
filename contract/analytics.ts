import * as z from 'zod/mini';
import { Member } from './members.ts';
import { App } from './site.ts';

/**
 * What clients report of a visit. No content is refused: a page must not break over a page count. Kept are numbers per
 * site and day; paths and events only where they were seen ten times in a day.
 */

/** `data.sessionData` holds browser, os, screenSize, sessionId and more; malformed parts are ignored. */
const Reported = z.optional(z.unknown());

export const PageViewRequest = z.nullish(z.looseObject({ data: Reported }));
export const EventRequest = z.nullish(z.looseObject({}));
/** Older clients send an address and a password beside `data`. Both are ignored. */
export const AppMemberRequest = z.nullish(z.strictObject({ data: Reported, email: Reported, password: Reported }));
export const AppMemberQuery = z.object({
  includeSSOText: z.optional(z.string()),
  trackPageView: z.optional(z.string()),
});

/** At most 26 characters, which is all that clients keep. */
const SessionData = z.object({ sessionId: z.string() });

export const PageViewAnswer = z.object({ data: z.object({ sessionData: SessionData }) });
export const EventAnswer = z.object({ data: z.object({}) });
export const AppMemberAnswer = z.object({
  data: z.object({ app: App, member: z.nullable(Member), sessionData: SessionData }),
});

const dayMs = 24 * 60 * 60 * 1_000;
/** Most days of one answer: a month. */
const pageCountDays = 31;

/** `2026-11-20`. PostgreSQL has no year 0. */
const Day = z.iso.date().check(z.refine((day) => day >= '0001-01-01'));

/** For a site's own server. Both days are included, in UTC. */
export const PageCountsQuery = z.strictObject({ from: Day, to: Day }).check(
  z.refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < pageCountDays * dayMs, {
    path: ['to'],
  }),
);

export const PageCountsAnswer = z.object({
  data: z.array(
    z.object({
      /** `2026-11-20`. */
      day: z.string(),
      kind: z.enum(['view', 'browser', 'os', 'screen', 'path', 'event']),
      /** The browser, path, … counted; empty for views. */
      value: z.string(),
      count: z.number(),
    }),
  ),
});
