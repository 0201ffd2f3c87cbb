import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner, order } from '../enrolment-examples.ts';
import { matterKinds } from './matter-kinds.ts';
import { defineList, listAnswer, listQuery } from './list.ts';
import { DecideRequest, MatterAnswer, MatterParams, MoveMoneyRequest, type MatterDetail } from './matter-schemas.ts';

/**
 * A cohort waits for a person where it starts within so many days and fewer seats are sold than its minimum; of one without
 * a minimum, fewer than this part of them.
 */
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
  /** The kind of a review, `amount-differs` say; else the kind again. */
  about: z.string(),
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
  seats: z.nullable(z.object({ sold: z.number(), capacity: z.number(), minimum: z.nullable(z.number()) })),
  /** First day of a cohort, the same in every zone, or the month, `2027-02`, that is known of it; null of any other matter. */
  startDate: z.nullable(z.string()),
  /** ISO; when it came up, of a cohort its first day. */
  at: z.string(),
});
export type MatterRow = z.infer<typeof Matter>;

const may = { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay;
const matter: MatterRow = {
  id: 'rev_8m3k5t1w9c7x2v6n4b0q',
  kind: 'payment',
  about: 'amount-differs',
  reference: order.reference,
  siteId: 'app_enrolment',
  memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
  partners: [examplePartner],
  note: 'The payment differs from the order.',
  seats: null,
  startDate: null,
  at: '2026-11-23T03:04:05.000Z',
};

const params = { matterId: matter.id };
const detail: MatterDetail = {
  id: matter.id,
  kind: 'payment',
  about: 'amount-differs',
  subject: order.id,
  partners: [examplePartner],
  note: 'Ordered NZD 12,375.00, paid NZD 12,000.00.',
  at: matter.at,
  order: {
    id: order.id,
    reference: order.reference,
    state: 'review',
    siteId: matter.siteId,
    memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
    student: 'Ana Silva',
    email: 'ana.silva@example.org',
    educationLevel: 'level7',
    course: 'cyber',
    cohortId: order.cohort.id,
    cohort: order.cohort.name,
    paymentType: 'full',
    currency: 'NZD',
    amountCents: 1_237_500,
    balanceCents: 0,
    paidCents: 1_200_000,
    refundedCents: 0,
    createdAt: '2026-11-23T03:00:05.000Z',
    paidAt: null,
    refundDueAt: null,
    holdUntil: '2026-12-03T03:04:05.000Z',
  },
  payments: [
    {
      id: 'pi_3QK2mV8cT1xW7n4b',
      amountCents: 1_200_000,
      currency: 'NZD',
      at: '2026-11-23T03:04:05.000Z',
      isTakenBack: false,
    },
  ],
  refunds: [],
  cohort: null,
  provider: null,
  isDisputed: false,
  ways: [
    { way: 'accept', backCents: 0, openCents: 37_500 },
    { way: 'pay-back', backCents: 1_200_000, openCents: 0 },
  ],
  cohorts: [],
  decided: null,
};
const refusals = ['matter-not-found', 'matter-decided', 'way-not-open'] as const;

/** What waits for a person about money and cohorts. */
export const matterConsoleCalls = defineCalls({
  'GET /console/api/matters': {
    summary: 'List the money and cohorts that wait for a person',
    about: `Payments to look at, students who paid and have no seat, payments that a bank took back in the last ${disputeDays} days, and cohorts that start within ${shortCohort.days} days with fewer students than they need.`,
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
  'GET /console/api/matters/:matterId': {
    summary: 'Read a matter',
    about:
      'What happened, what still holds, and the ways out that are open now, each with what it moves. One that was decided says who did what.',
    caller: 'staff',
    may,
    params: MatterParams,
    answer: MatterAnswer,
    refusals: ['matter-not-found'],
    example: { params, answer: { data: detail } },
  },
  'POST /console/api/matters/:matterId/decision': {
    summary: 'Decide a matter by a way that moves no money',
    about: 'Safe to repeat. Where a colleague has decided meanwhile, `matter-decided` says in `decided` who did what.',
    caller: 'staff',
    may: { permission: 'transfer-orders', within: 'partner' },
    params: MatterParams,
    body: DecideRequest,
    answer: MatterAnswer,
    limits: [writesPerStaff],
    refusals: [
      ...refusals,
      'cohort-moved',
      'cohort-not-found',
      'cohort-elsewhere',
      'cohort-not-open',
      'cohort-full',
      'payment-provider-unavailable',
    ],
    example: {
      params,
      body: { way: 'accept', reason: 'Her bank took a fee of NZ$375.' },
      answer: { data: { ...detail, ways: [], decided: { by: 'Ana', at: matter.at, way: 'accept', reason: 'A fee.' } } },
    },
  },
  'POST /console/api/matters/:matterId/money': {
    summary: 'Decide a matter by a way that moves money',
    about:
      'The refund is requested from the card provider once this is written down; one of a disputed payment waits until that is decided. A paid seat is paid back beyond the refund policy only with `refund-beyond-policy`. Safe to repeat. Where a colleague has decided meanwhile, `matter-decided` says in `decided` who did what.',
    caller: 'staff',
    may: { permission: 'refund', within: 'partner', freshProof: true },
    params: MatterParams,
    body: MoveMoneyRequest,
    answer: MatterAnswer,
    limits: [writesPerStaff],
    refusals: [...refusals, 'refund-beyond-policy', 'payment-disputed', 'payment-provider-unavailable'],
    example: {
      params,
      body: { way: 'pay-back', reason: 'She asked for it on the phone.' },
      answer: {
        data: { ...detail, ways: [], decided: { by: 'Ana', at: matter.at, way: 'pay-back', reason: 'Asked.' } },
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
