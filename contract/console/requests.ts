import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';
import { exportQuery, listAnswer, listQuery } from './list.ts';
import {
  AssignRequest,
  CalendarAnswer,
  CalendarQuery,
  CancelMeetingRequest,
  DraftRequest,
  MeetingRequest,
  MergeRequest,
  PeopleAnswer,
  ReplyRequest,
  RequestAnswer,
  RequestInList,
  requestList,
  RequestParams,
  SavedAnswer,
  StatusRequest,
  type RequestRow,
  type ShownRequest,
} from './requests-schemas.ts';

const may = { permission: 'answer-requests', within: 'partner' } as const satisfies StaffMay;
const row: RequestRow = {
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
  status: 'waiting',
  assigned: null,
  dueAt: '2026-11-24T03:04:05.000Z',
  createdAt: '2026-11-23T03:04:05.000Z',
};
const shown: ShownRequest = {
  ...row,
  version: 1,
  timesAsked: 1,
  assignedTo: null,
  to: { email: row.email, isProved: true, firstName: 'Ana' },
  becameMemberId: null,
  replyTo: 'help@uts.example.org',
  timeZone: 'Australia/Sydney',
  meeting: null,
  mergedInto: null,
  merged: [],
  others: [],
  entries: [],
  people: [{ id: 'stf_5k2r8w0c1x7t9y3p6v4n', name: 'Adam Admissions' }],
  draft: null,
};
const params = { requestId: row.id };
const letter = { subject: 'Your question about a laptop', text: 'Any laptop of the last five years will do.' };
const change = {
  caller: 'staff',
  may,
  params: RequestParams,
  answer: RequestAnswer,
  limits: [writesPerStaff],
} as const;
const answer = { data: shown };

/** Requests to a partner's advisors. */
export const requestConsoleCalls = defineCalls({
  'GET /console/api/requests': {
    summary: 'List the requests to advisors',
    about: 'Those of the partners in scope that are not resolved, unless `status` asks for others.',
    caller: 'staff',
    may,
    query: listQuery(requestList),
    answer: listAnswer(RequestInList),
    example: {
      query: { kind: 'support' },
      answer: {
        data: [row],
        endCursor: 'WyJjcmVhdGVkIiwiNDEiLCI0MSJd',
        hasNextPage: false,
        count: { rows: 1, isExact: true },
      },
    },
  },
  'GET /console/api/requests.csv': {
    summary: 'Export the requests that a list shows',
    caller: 'staff',
    may,
    query: exportQuery(requestList),
    mediaType: 'text/csv',
    example: { query: { kind: 'support' }, answer: 'A file, UTF-8 with a byte order mark.' },
  },
  'GET /console/api/requests-people': {
    summary: 'List who may answer requests of the partners in scope',
    caller: 'staff',
    may,
    answer: PeopleAnswer,
    example: { answer: { data: shown.people } },
  },
  'GET /console/api/requests/:requestId': {
    summary: 'Read a request with its thread',
    caller: 'staff',
    may,
    params: RequestParams,
    answer: RequestAnswer,
    refusals: ['not-found'],
    example: { params, answer },
  },
  'POST /console/api/requests/:requestId/assignee': {
    ...change,
    summary: 'Assign a request',
    about: 'To a person who may answer it, or to none.',
    body: AssignRequest,
    refusals: ['not-found', 'not-an-advisor', 'changed-meanwhile'],
    example: { params, body: { staffId: null, version: 1 }, answer },
  },
  'POST /console/api/requests/:requestId/status': {
    ...change,
    summary: 'Set the status of a request',
    body: StatusRequest,
    refusals: ['not-found', 'request-merged', 'asked-again', 'changed-meanwhile'],
    example: { params, body: { status: 'resolved', version: 1 }, answer },
  },
  'POST /console/api/requests/:requestId/draft': {
    ...change,
    summary: 'Keep what one writes, to look at it as a mail',
    about: 'One draft for each person and request; it goes once the reply is sent.',
    body: DraftRequest,
    answer: SavedAnswer,
    refusals: ['not-found'],
    example: { params, body: letter, answer: { data: { id: row.id } } },
  },
  'GET /console/api/requests/:requestId/draft/body': {
    summary: 'Read one’s draft as the mail will look',
    about: 'For a frame that may run nothing and load nothing. Without a draft it is the mail without words.',
    caller: 'staff',
    may,
    params: RequestParams,
    mediaType: 'text/html',
    refusals: ['not-found'],
    example: { params, answer: 'The mail.' },
  },
  'POST /console/api/requests/:requestId/reply': {
    ...change,
    summary: 'Answer a request by mail',
    about:
      'Plain text in the mail of the partner. Safe to repeat with the same key. Refused where somebody else has changed the request since, with what they sent. An address that is not proved has a budget of mails.',
    body: ReplyRequest,
    refusals: ['not-found', 'request-merged', 'changed-meanwhile'],
    example: {
      params,
      body: { ...letter, version: 1, key: '0b0c3b1e-5a53-4f0c-9a0e-0d4b2a1c9e77' },
      answer: { data: { ...shown, status: 'answered', version: 2 } },
    },
  },
  'POST /console/api/requests/:requestId/merge': {
    ...change,
    summary: 'Merge a request into another one of the same person',
    about:
      'Its thread goes there; it is resolved, and says where it went. A consultation goes into another consultation alone, which can be given a time.',
    body: MergeRequest,
    refusals: [
      'not-found',
      'request-merged',
      'request-has-time',
      'not-the-same-person',
      'not-a-consultation',
      'changed-meanwhile',
    ],
    example: { params, body: { into: 'enq_2x6n4b0q8m3k5t1w9c7x', version: 1 }, answer },
  },
  'POST /console/api/requests/:requestId/meeting': {
    ...change,
    summary: 'Give a consultation its time, or another one',
    about: 'Student and advisor are mailed a calendar entry.',
    body: MeetingRequest,
    refusals: ['not-found', 'request-merged', 'not-a-consultation', 'date-in-past', 'changed-meanwhile'],
    example: { params, body: { startsAt: '2026-11-25T02:00:00Z', version: 1 }, answer },
  },
  'POST /console/api/requests/:requestId/meeting/cancel': {
    ...change,
    summary: 'Cancel the time of a consultation',
    about: 'Student and advisor are mailed the end of the calendar entry. The request waits again.',
    body: CancelMeetingRequest,
    refusals: ['not-found', 'not-a-consultation', 'changed-meanwhile'],
    example: { params, body: { version: 2 }, answer },
  },
  'GET /console/api/consultations': {
    summary: 'List consultations of some days',
    about:
      'Confirmed ones by their time, and open ones by the day that was asked for. At most six weeks, and of many the first.',
    caller: 'staff',
    may,
    query: CalendarQuery,
    answer: CalendarAnswer,
    example: {
      query: { from: '2026-11-23', until: '2026-11-29' },
      answer: {
        data: [
          {
            id: row.id,
            reference: row.reference,
            name: row.name,
            partner: row.partner,
            timeZone: 'Australia/Sydney',
            topic: 'payment',
            date: '2026-11-25',
            slot: 'afternoon',
            startsAt: '2026-11-25T02:00:00.000Z',
            endsAt: '2026-11-25T05:00:00.000Z',
            isConfirmed: false,
            assigned: null,
          },
        ],
        hasMore: false,
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
