import * as z from 'zod/mini';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';

/** Seconds between two questions of a page that is looked at. */
export const newsEverySeconds = 20;
/** Things that are counted; more of them are "more than". */
export const mostNews = 99;

const text = z.string().check(z.maxLength(100));

const NewsQuery = z.strictObject({
  /** What is told came after this moment; from now on unless given. */
  since: z.optional(z.iso.datetime({ offset: true })),
  /** The site whose members are looked at. */
  site: z.optional(text),
  /** The member of that site, or the site itself, whose page is open. */
  subject: z.optional(text),
});
export type NewsWish = z.infer<typeof NewsQuery>;

const News = z.object({
  /** ISO; to be sent with the next question. */
  since: z.string(),
  /** Members of the site who joined, {@link mostNews} and one at most. */
  newMembers: z.number(),
  /** What others did to the thing whose page is open, the last first; five at most. */
  changes: z.array(
    z.object({
      /** The person of staff, the label of a secret key, or the operator. */
      by: z.string(),
      action: z.string(),
      /** ISO */
      at: z.string(),
    }),
  ),
  /** The asker's own acts on many members that have ended, the last first; five at most. */
  endedJobs: z.array(z.object({ id: z.string(), siteId: z.string(), state: z.enum(['done', 'cancelled', 'stopped']) })),
  /** At this moment, of the whole product; null for those who may not see it. */
  failedJobs: z.nullable(z.number()),
  /** Endpoints in scope that do not answer at this moment; null for those who may not see them. */
  failingWebhooks: z.nullable(z.number()),
});
export type News = z.infer<typeof News>;

const FailingWebhooks = z.object({
  siteId: z.string(),
  site: z.string(),
  endpoints: z.number(),
  /** Of them: those that nothing is sent to any more. */
  switchedOff: z.number(),
  /** ISO; since when the first of them has failed. */
  since: z.nullable(z.string()),
});
export type FailingWebhooks = z.infer<typeof FailingWebhooks>;

const may = { permission: 'see-members', within: 'site' } as const satisfies StaffMay;

/** What changes while staff look at a page. */
export const newsConsoleCalls = defineCalls({
  'GET /console/api/news': {
    summary: 'Ask what has changed since a page was opened',
    about:
      'One statement. The answer has an `ETag`; with `If-None-Match` it is 304 while nothing is new. Asked in the background, it does not keep a session in use.',
    caller: 'staff',
    may,
    query: NewsQuery,
    answer: z.object({ data: News }),
    example: {
      query: { site: 'app_demo', subject: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m', since: '2026-11-23T03:04:05.000Z' },
      answer: {
        data: {
          since: '2026-11-23T03:04:05.000Z',
          newMembers: 3,
          changes: [{ by: 'Ana', action: 'member.updated', at: '2026-11-23T03:06:05.000Z' }],
          endedJobs: [{ id: 'job_6w2k9m4t8c1x5v7n3b0q', siteId: 'app_demo', state: 'done' }],
          failedJobs: 0,
          failingWebhooks: 1,
        },
      },
    },
  },
  'GET /console/api/failing-webhooks': {
    summary: 'List the sites with webhooks that do not answer',
    caller: 'staff',
    may: { permission: 'change-sites', within: 'site' },
    answer: z.object({ data: z.array(FailingWebhooks) }),
    example: {
      answer: {
        data: [
          {
            siteId: 'app_demo',
            site: 'Riverbend Makers',
            endpoints: 1,
            switchedOff: 0,
            since: '2026-11-23T01:04:05.000Z',
          },
        ],
      },
    },
  },
});

/** What is said of them. */
export const newsConsoleSubject: ConsoleSubject = {
  title: 'News',
  about: 'What changes while staff look at a page, and what fails in the background.',
  calls: newsConsoleCalls,
};
