import * as z from 'zod/mini';
import { courseCodes } from '../../shared/courses.ts';
import { partnerCodes } from '../../shared/partners.ts';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';

/** Days that the funnel may look back on. */
export const mostFigureDays = 366;

/** Lengths of time that are offered. */
export const figureDays = ['7', '30', '90'] as const;

export const FiguresQuery = z.strictObject({
  /** One of the partners in scope; all of them unless given. */
  partner: z.optional(z.enum(partnerCodes)),
  /** The last days of the funnel, today among them; 30 unless given. */
  days: z.optional(z.enum(figureDays)),
  /** In place of `days`: the first and the last day, in the zone of the answer. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
});
export type FiguresWish = z.infer<typeof FiguresQuery>;

const Money = z.object({ currency: z.string(), cents: z.number() });
export type Money = z.infer<typeof Money>;

/** What happened between two moments. */
const Span = z.object({
  /** ISO; up to, not including, `until`. */
  from: z.string(),
  until: z.string(),
  /** Accounts made on the partner's pages. */
  registered: z.number(),
  /** Seats paid for. */
  enrolled: z.number(),
  moneyIn: z.array(Money),
  /** Refunds begun, without those that failed. */
  moneyBack: z.array(Money),
});
export type FigureSpan = z.infer<typeof Span>;

/** Of those who registered in the time: how many have come how far by now. */
const Funnel = z.object({
  partner: z.enum(partnerCodes),
  registered: z.number(),
  eligible: z.number(),
  chosen: z.number(),
  paid: z.number(),
});
export type FunnelRow = z.infer<typeof Funnel>;

const CohortSeats = z.object({
  id: z.string(),
  name: z.string(),
  course: z.enum(courseCodes),
  /** `YYYY-MM-DD`; null for one without a date. */
  startDate: z.nullable(z.string()),
  capacity: z.number(),
  sold: z.number(),
  held: z.number(),
  /** Of those sold: to students of the partners that were asked for. */
  soldHere: z.number(),
});
export type CohortSeats = z.infer<typeof CohortSeats>;

const Figures = z.object({
  /** The site whose members these are. */
  siteId: z.string(),
  /** IANA zone of all days: the partner's where there is one, else UTC. */
  zone: z.string(),
  /** The first and the last day of funnel and days. */
  from: z.string(),
  until: z.string(),
  /** The same as moments, ISO. */
  span: z.object({ from: z.string(), until: z.string() }),
  today: Span,
  /** The same weekday of last week, up to this time of day. */
  lastWeekByNow: Span,
  lastWeek: Span,
  funnel: z.array(Funnel),
  /** Of every day from `from` to `until`. */
  days: z.array(z.object({ day: z.string(), registered: z.number(), enrolled: z.number() })),
  /** Cohorts that are to begin, the next first; at most 24. */
  cohorts: z.array(CohortSeats),
});
export type Figures = z.infer<typeof Figures>;

const may = { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay;
const span: FigureSpan = {
  from: '2026-11-22T13:00:00.000Z',
  until: '2026-11-23T03:04:05.000Z',
  registered: 12,
  enrolled: 2,
  moneyIn: [{ currency: 'NZD', cents: 1_287_500 }],
  moneyBack: [],
};

/** The figures of Home. */
export const figureConsoleCalls = defineCalls({
  'GET /console/api/figures': {
    summary: 'Read the figures of enrolment',
    about: `Today beside the same weekday of last week, the way from account to payment by partner, and the seats of coming cohorts. At most ${mostFigureDays} days. Of the partners in scope alone; one that is not answers as one without members.`,
    caller: 'staff',
    may,
    query: FiguresQuery,
    answer: z.object({ data: Figures }),
    example: {
      query: { from: '2026-11-17', until: '2026-11-23' },
      answer: {
        data: {
          siteId: 'app_enrolment',
          zone: 'UTC',
          from: '2026-11-17',
          until: '2026-11-23',
          span: { from: '2026-11-17T00:00:00.000Z', until: '2026-11-24T00:00:00.000Z' },
          today: span,
          lastWeekByNow: span,
          lastWeek: span,
          funnel: [{ partner: examplePartner, registered: 80, eligible: 41, chosen: 17, paid: 12 }],
          days: [{ day: '2026-11-23', registered: 12, enrolled: 2 }],
          cohorts: [
            {
              id: 'cyber-2027-02',
              name: 'Cyber Security (Full-Time)',
              course: 'cyber',
              startDate: '2027-02-01',
              capacity: 20,
              sold: 12,
              held: 1,
              soldHere: 7,
            },
          ],
        },
      },
    },
  },
});

/** What is said of them. */
export const figureConsoleSubject: ConsoleSubject = {
  title: 'Figures',
  about: 'What Home shows of enrolment.',
  calls: figureConsoleCalls,
};
