import * as z from 'zod/mini';
import { courseCodes } from '../../shared/courses.ts';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner, order } from '../enrolment-examples.ts';
import { orderStates, paymentTypes } from '../payments.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** The orders of seats. */
export const orderList = defineList({
  search: 'Reference, name or e-mail',
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
const end = { endCursor: 'WyItYXQiLCI0MSIsIjQxIl0', hasNextPage: false, count: { rows: 1, isExact: true } };

/** Orders of seats. */
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
});

/** What is said of them. */
export const orderConsoleSubject: ConsoleSubject = {
  title: 'Orders',
  about: 'Orders of seats, with what was paid for them.',
  calls: orderConsoleCalls,
};
