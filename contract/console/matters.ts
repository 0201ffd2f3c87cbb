import * as z from 'zod/mini';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner, order } from '../enrolment-examples.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** Matters that wait for a person. */
export const matterKinds = ['payment', 'unseated', 'dispute', 'cohort'] as const;
export type MatterKind = (typeof matterKinds)[number];

/** A cohort waits for a person where it starts within so many days and fewer than this part of its seats are sold. */
export const shortCohort = { days: 28, part: 1 / 3 } as const;
/** Days for which a payment that a bank took back is shown among what waits. */
export const disputeDays = 30;

/** Money and cohorts that wait for a person. */
export const matterList = defineList({
  columns: {
    reference: { label: 'About', holds: 'text' },
    kind: { label: 'Matter', holds: 'choice', values: matterKinds, filter: ['is'] },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    note: { label: 'What there is to do', holds: 'text' },
    at: { label: 'When', holds: 'time', sort: true },
  },
  order: 'at',
});

const Matter = z.object({
  id: z.string(),
  kind: z.enum(matterKinds),
  /** The reference of an order, else the name or id of what it is about. */
  reference: z.string(),
  /** Of the member. */
  siteId: z.string(),
  /** null for a matter of no member. */
  memberId: z.nullable(z.string()),
  /** Codes; null for every partner, or none. */
  partners: z.nullable(z.array(z.string())),
  /** For staff; of a review alone. */
  note: z.string(),
  /** Of a cohort. */
  seats: z.nullable(z.object({ sold: z.number(), capacity: z.number() })),
  /** ISO; when it came up, of a cohort its first day. */
  at: z.string(),
});
export type MatterRow = z.infer<typeof Matter>;

const may = { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay;
const matter: MatterRow = {
  id: 'rev_8m3k5t1w9c7x2v6n4b0q',
  kind: 'payment',
  reference: order.reference,
  siteId: 'app_enrolment',
  memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
  partners: [examplePartner],
  note: 'The payment differs from the order.',
  seats: null,
  at: '2026-11-23T03:04:05.000Z',
};

/** What waits for a person about money and cohorts. */
export const matterConsoleCalls = defineCalls({
  'GET /console/api/matters': {
    summary: 'List the money and cohorts that wait for a person',
    about: `Payments to look at, students who paid and have no seat, payments that a bank took back in the last ${disputeDays} days, and cohorts that start within ${shortCohort.days} days with few seats sold.`,
    caller: 'staff',
    may,
    query: listQuery(matterList),
    answer: listAnswer(Matter),
    example: {
      query: { kind: 'payment' },
      answer: {
        data: [matter],
        endCursor: 'WyItYXQiLCI0MSIsIjQxIl0',
        hasNextPage: false,
        count: { rows: 1, isExact: true },
      },
    },
  },
});

/** What is said of them. */
export const matterConsoleSubject: ConsoleSubject = {
  title: 'Matters',
  about: 'Money and cohorts that wait for a person.',
  calls: matterConsoleCalls,
};
