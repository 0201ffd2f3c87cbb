import * as z from 'zod/mini';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';
import { defineList, listAnswer, listQuery } from './list.ts';
import { memberSteps } from './members-schemas.ts';

/** What an enquiry asks for. */
export const requestKinds = ['lead', 'consultation', 'support'] as const;

/** Whether a request still waits for an advisor. */
export const requestStates = ['waiting', 'settled'] as const;

/** How far the member with a lead's address has come. */
export const leadSteps = ['registered', ...memberSteps] as const;

/** Enquiries to the advisors, the oldest first: those that wait, unless `state` says otherwise. */
export const requestList = defineList({
  columns: {
    reference: { label: 'Reference', holds: 'text' },
    kind: { label: 'Kind', holds: 'choice', values: requestKinds, filter: ['is'] },
    name: { label: 'Name', holds: 'text' },
    email: { label: 'E-mail', holds: 'text' },
    phone: { label: 'Phone', holds: 'text' },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    about: { label: 'About', holds: 'text' },
    created: { label: 'Asked', holds: 'time', filter: ['from', 'until'], sort: true },
    member: { label: 'Member', holds: 'text', filter: ['is'], filterOnly: true },
    state: { label: 'State', holds: 'choice', values: requestStates, filter: ['is'], filterOnly: true },
    course: { label: 'Course asked for', holds: 'text', filter: ['is'], filterOnly: true },
    became: { label: 'Lead has come to', holds: 'choice', values: leadSteps, filter: ['is'], filterOnly: true },
  },
  order: 'created',
});

const Request = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(requestKinds),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  partner: z.string(),
  /** Of the member. */
  siteId: z.string(),
  /** null for a lead: the form does not prove who sent it. */
  memberId: z.nullable(z.string()),
  /** A lead's course; date, topic and slot of a consultation; the message of a support request. */
  details: z.record(z.string(), z.string()),
  /** ISO */
  createdAt: z.string(),
});
export type RequestRow = z.infer<typeof Request>;

const may = { permission: 'answer-requests', within: 'partner' } as const satisfies StaffMay;
const request: RequestRow = {
  id: 'enq_8m3k5t1w9c7x2v6n4b0q',
  reference: 'INT-7K4Q-2M9X',
  kind: 'support',
  name: 'Ana Silva',
  email: 'ana@example.org',
  phone: '+64 21 555 0199',
  partner: examplePartner,
  siteId: 'app_enrolment',
  memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
  details: { message: 'Which laptop do I need?' },
  createdAt: '2026-11-23T03:04:05.000Z',
};

/** Requests to a partner's advisors. */
export const requestConsoleCalls = defineCalls({
  'GET /console/api/requests': {
    summary: 'List the requests that wait for an advisor',
    about: 'Those of the partners in scope that wait, unless `state` says otherwise.',
    caller: 'staff',
    may,
    query: listQuery(requestList),
    answer: listAnswer(Request),
    example: {
      query: { kind: 'support' },
      answer: {
        data: [request],
        endCursor: 'WyJjcmVhdGVkIiwiNDEiLCI0MSJd',
        hasNextPage: false,
        count: { rows: 1, isExact: true },
      },
    },
  },
});

/** What is said of them. */
export const requestConsoleSubject: ConsoleSubject = {
  title: 'Requests',
  about: 'Leads, consultations and support requests that wait for an advisor.',
  calls: requestConsoleCalls,
};
