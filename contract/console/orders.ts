import * as z from 'zod/mini';
import { courseCodes } from '../../shared/courses.ts';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner, order } from '../enrolment-examples.ts';
import { orderStates, paymentTypes } from '../payments.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** The orders of seats. */
export const orderList = defineList({
  search: 'The beginning of a reference: INT-7K4Q',
  columns: {
    reference: { label: 'Reference', holds: 'text' },
    student: { label: 'Student', holds: 'text' },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    cohort: { label: 'Cohort', holds: 'text', filter: ['is'] },
    state: { label: 'State', holds: 'choice', values: orderStates, filter: ['is', 'not'] },
    amount: { label: 'Amount', holds: 'text' },
    paid: { label: 'Paid', holds: 'time', filter: ['from', 'until'] },
    created: { label: 'Placed', holds: 'time', filter: ['from', 'until'], sort: true },
    received: { label: 'Money came in', holds: 'time', filter: ['from', 'until'], filterOnly: true },
    returned: { label: 'Money went back', holds: 'time', filter: ['from', 'until'], filterOnly: true },
    currency: { label: 'Currency of the money', holds: 'text', filter: ['is'], filterOnly: true },
    member: { label: 'Member', holds: 'text', filter: ['is'], filterOnly: true },
  },
  order: '-created',
});

const ListedOrder = z.object({
  id: z.string(),
  reference: z.string(),
  /** Of the member. */
  siteId: z.string(),
  memberId: z.string(),
  /** The student's name, else the address; empty where the account is deleted. */
  student: z.string(),
  partner: z.string(),
  course: z.enum(courseCodes),
  cohortId: z.string(),
  cohort: z.string(),
  state: z.enum(orderStates),
  paymentType: z.enum(paymentTypes),
  currency: z.string(),
  amountCents: z.number(),
  /** ISO; null for one that was never paid. */
  paidAt: z.nullable(z.string()),
  /** ISO */
  createdAt: z.string(),
});
export type OrderRow = z.infer<typeof ListedOrder>;

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
const listed: OrderRow = {
  id: order.id,
  reference: order.reference,
  siteId: 'app_enrolment',
  memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
  student: 'Ana Silva',
  partner: examplePartner,
  course: 'cyber',
  cohortId: order.cohort.id,
  cohort: order.cohort.name,
  state: 'paid',
  paymentType: 'deposit',
  currency: 'NZD',
  amountCents: 50_000,
  paidAt: '2026-11-23T03:04:05.000Z',
  createdAt: '2026-11-23T03:00:05.000Z',
};
const matter: MatterRow = {
  id: 'rev_8m3k5t1w9c7x2v6n4b0q',
  kind: 'payment',
  reference: order.reference,
  siteId: listed.siteId,
  memberId: listed.memberId,
  partners: [examplePartner],
  note: 'The payment differs from the order.',
  seats: null,
  at: '2026-11-23T03:04:05.000Z',
};
const end = { endCursor: 'WyItYXQiLCI0MSIsIjQxIl0', hasNextPage: false, count: { rows: 1, isExact: true } };

/** Orders, and what waits for a person about them. */
export const orderConsoleCalls = defineCalls({
  'GET /console/api/orders': {
    summary: 'List the orders of seats',
    about: 'Those of the partners in scope.',
    caller: 'staff',
    may,
    query: listQuery(orderList),
    answer: listAnswer(ListedOrder),
    example: { query: { state: 'paid' }, answer: { data: [listed], ...end } },
  },
  'GET /console/api/matters': {
    summary: 'List the money and cohorts that wait for a person',
    about: `Payments to look at, students who paid and have no seat, payments that a bank took back in the last ${disputeDays} days, and cohorts that start within ${shortCohort.days} days with few seats sold.`,
    caller: 'staff',
    may,
    query: listQuery(matterList),
    answer: listAnswer(Matter),
    example: { query: { kind: 'payment' }, answer: { data: [matter], ...end } },
  },
});

/** What is said of them. */
export const orderConsoleSubject: ConsoleSubject = {
  title: 'Orders',
  about: 'Orders of seats, and what waits for a person about money and cohorts.',
  calls: orderConsoleCalls,
};
