import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';
import { limits } from '../limits.ts';
import { exportQuery, listAnswer, listQuery } from './list.ts';
import {
  AttendanceRequest,
  attendeeList,
  AttendeeRow,
  CreateWebinarRequest,
  RecordingRequest,
  ShownWebinar,
  WebinarDraft,
  webinarList,
  WebinarRow,
} from './webinars-schemas.ts';

const may = { permission: 'answer-requests', within: 'partner' } as const satisfies StaffMay;
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength));
const WebinarParams = z.object({ webinarId: z.string().check(z.maxLength(100)) });
const version = z.int();

const draft: WebinarDraft = {
  course: 'cyber',
  title: 'Your first attack, and how it is stopped',
  description: 'We break into a machine built for it, live and step by step.',
  host: 'Daniel, penetration tester',
  category: 'technical',
  minutes: 90,
  attendees: 120,
  date: { everyWeeks: 4, from: '2026-12-02' },
  time: '18:00',
  link: 'https://meet.example.org/first-attack',
  reminderHours: [24, 1],
  isPublished: true,
};
const { isPublished: _isPublished, ...said } = draft;
const shown: ShownWebinar = {
  ...said,
  id: 'web_8m3k5t1w9c7x2v6n4b0q',
  partner: examplePartner,
  state: 'published',
  standing: 'upcoming',
  day: '2026-12-02',
  version: 3,
  mayChange: true,
  waiting: 12,
  occasions: [{ day: '2026-12-02', isOver: false, registered: 12, attended: 0, recording: null }],
};
const row: WebinarRow = {
  id: shown.id,
  partner: examplePartner,
  course: 'cyber',
  title: shown.title,
  standing: 'upcoming',
  day: shown.day,
  time: shown.time,
  everyWeeks: 4,
  registered: 12,
};
const attendee: AttendeeRow = {
  id: 'atd_8m3k5t1w9c7x2v6n4b0q',
  memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
  siteId: 'app_enrolment',
  email: 'ana@example.org',
  name: 'Ana Silva',
  partner: examplePartner,
  day: shown.day,
  registeredAt: '2026-11-23T03:04:05.000Z',
  hasBegun: false,
  attended: false,
};
const params = { webinarId: shown.id };
const end = { endCursor: 'WyJkYXkiLCI0MSIsIjQxIl0', hasNextPage: false, count: { rows: 1, isExact: true } };
const Answer = z.object({ data: ShownWebinar });

/** Webinars, who takes part, and their recordings. */
export const webinarConsoleCalls = defineCalls({
  'GET /console/api/webinars': {
    summary: 'List the webinars',
    about: 'Those of the partners in scope, and those of all partners.',
    caller: 'staff',
    may,
    query: listQuery(webinarList),
    answer: listAnswer(WebinarRow),
    example: { query: { standing: 'upcoming' }, answer: { data: [row], ...end } },
  },
  'POST /console/api/webinars': {
    summary: 'Create a webinar',
    about:
      'As a draft, which students do not see, or published. One of all partners takes staff of all partners. A second call with the same key creates nothing more and answers the first webinar.',
    caller: 'staff',
    may,
    body: CreateWebinarRequest,
    answer: Answer,
    refusals: ['not-found', 'webinar-not-found', 'webinar-of-all-partners', 'webinar-text-invalid', 'date-in-past'],
    limits: [writesPerStaff],
    example: {
      body: { ...draft, key: '4f8f2b1e-7f0a-4a58-9d5c-0d8f6f0b7a11', partner: examplePartner },
      answer: { data: shown },
    },
  },
  'GET /console/api/webinars/:webinarId': {
    summary: 'Read a webinar',
    caller: 'staff',
    may,
    params: WebinarParams,
    answer: Answer,
    refusals: ['webinar-not-found'],
    example: { params, answer: { data: shown } },
  },
  'PUT /console/api/webinars/:webinarId': {
    summary: 'Change a webinar',
    about:
      'From the version that was read. Where time, length, title or link change, those registered for an occasion to come are mailed the change with their calendar entry. A published one is not made a draft again.',
    caller: 'staff',
    may,
    params: WebinarParams,
    body: z.extend(WebinarDraft, { version }),
    answer: Answer,
    refusals: [
      'webinar-not-found',
      'webinar-of-all-partners',
      'webinar-text-invalid',
      'webinar-settled',
      'date-in-past',
      'changed-meanwhile',
    ],
    limits: [writesPerStaff],
    example: { params, body: { ...draft, version: 3 }, answer: { data: { ...shown, version: 4 } } },
  },
  'POST /console/api/webinars/:webinarId/cancellation': {
    summary: 'Cancel a webinar',
    about:
      'It takes place no more. Those registered for an occasion to come are mailed, and their calendar entry goes.',
    caller: 'staff',
    may,
    params: WebinarParams,
    body: z.strictObject({ version, reason }),
    answer: Answer,
    refusals: ['webinar-not-found', 'webinar-of-all-partners', 'webinar-settled', 'changed-meanwhile'],
    limits: [writesPerStaff],
    example: {
      params,
      body: { version: 3, reason: 'The host is ill.' },
      answer: { data: { ...shown, state: 'cancelled', standing: 'cancelled', version: 4 } },
    },
  },
  'GET /console/api/webinars/:webinarId/attendees': {
    summary: 'List who is registered for a webinar',
    about: 'For each occasion, of the partners in scope.',
    caller: 'staff',
    may,
    params: WebinarParams,
    query: listQuery(attendeeList),
    answer: listAnswer(AttendeeRow),
    refusals: ['webinar-not-found'],
    example: { params, query: { day: shown.day }, answer: { data: [attendee], ...end } },
  },
  'GET /console/api/webinars/:webinarId/attendees.csv': {
    summary: 'Export who is registered for a webinar',
    caller: 'staff',
    may,
    params: WebinarParams,
    query: exportQuery(attendeeList),
    mediaType: 'text/csv',
    refusals: ['webinar-not-found'],
    example: { params, query: { day: shown.day }, answer: 'A file, UTF-8 with a byte order mark.' },
  },
  'POST /console/api/webinars/:webinarId/attendance': {
    summary: 'Note who came to an occasion',
    about:
      'By rows of the list or by addresses. Those who were not registered, or are out of scope, are answered as unknown.',
    caller: 'staff',
    may,
    params: WebinarParams,
    body: AttendanceRequest,
    answer: z.object({ data: z.object({ marked: z.number(), unknown: z.array(z.string()) }) }),
    refusals: ['webinar-not-found'],
    limits: [writesPerStaff],
    example: {
      params,
      body: { day: shown.day, attended: true, who: { emails: ['ana@example.org', 'bo@example.org'] } },
      answer: { data: { marked: 1, unknown: ['bo@example.org'] } },
    },
  },
  'PUT /console/api/webinars/:webinarId/recording': {
    summary: 'Say where the recording of an occasion is',
    about:
      'And mail it to those who were registered, once each; another link is mailed anew. `readLink` is the link as it was read, null for none; where somebody else has kept another one since, `changed-meanwhile` says in `changed` which.',
    caller: 'staff',
    may,
    params: WebinarParams,
    body: RecordingRequest,
    answer: Answer,
    refusals: ['webinar-not-found', 'webinar-of-all-partners', 'webinar-not-over', 'changed-meanwhile'],
    limits: [writesPerStaff],
    example: {
      params,
      body: { day: shown.day, link: 'https://video.example.org/first-attack', readLink: null, mail: true },
      answer: { data: shown },
    },
  },
});

/** What is said of them. */
export const webinarConsoleSubject: ConsoleSubject = {
  title: 'Webinars',
  about: 'Webinars of a partner or of all, who is registered and who came, and recordings.',
  calls: webinarConsoleCalls,
};
