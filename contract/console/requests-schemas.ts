import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { defineList } from './list.ts';
import { memberSteps } from './members-schemas.ts';

/** What an enquiry asks for. */
export const requestKinds = ['lead', 'consultation', 'support'] as const;

/** What became of a request: an answered one was written to, or given a time; a resolved one is off the list. */
export const requestStatuses = ['waiting', 'answered', 'resolved'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** How far the member with a lead's address has come. */
export const leadSteps = ['registered', ...memberSteps] as const;

/** The value of the filter `assigned` for requests that are given to no person. */
export const assignedToNone = 'none';

/** Requests to a partner's advisors: those that are not resolved, unless `status` asks for others. Merged ones are in others. */
export const requestList = defineList({
  search: 'Reference, name or address',
  columns: {
    name: { label: 'Name', holds: 'text' },
    kind: { label: 'Kind', holds: 'choice', values: requestKinds, filter: ['is'] },
    about: { label: 'About', holds: 'text' },
    status: { label: 'Status', holds: 'choice', values: requestStatuses, filter: ['is'] },
    due: { label: 'Due', holds: 'time', filter: ['from', 'until'], sort: true },
    assigned: { label: 'Assigned to', holds: 'text', filter: ['is'] },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    reference: { label: 'Reference', holds: 'text' },
    email: { label: 'E-mail', holds: 'text', hidden: true },
    phone: { label: 'Phone', holds: 'text', hidden: true },
    created: { label: 'Asked', holds: 'time', filter: ['from', 'until'], sort: true, hidden: true },
    overdue: { label: 'Overdue', holds: 'yes-no', filter: ['is'], filterOnly: true },
    member: { label: 'Member', holds: 'text', filter: ['is'], filterOnly: true },
    course: { label: 'Course asked for', holds: 'text', filter: ['is'], filterOnly: true },
    became: { label: 'Lead has come to', holds: 'choice', values: leadSteps, filter: ['is'], filterOnly: true },
  },
  order: 'due',
});

const row = {
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
  status: z.enum(requestStatuses),
  /** Name of the person on the staff; null where it is given to no person. */
  assigned: z.nullable(z.string()),
  /** ISO: when the promise on the page ends. */
  dueAt: z.string(),
  /** ISO */
  createdAt: z.string(),
};
export const RequestInList = z.object(row);
export type RequestRow = z.infer<typeof RequestInList>;

/** What happened to a request. */
export const entryKinds = [
  'replied',
  'assigned',
  'answered',
  'reopened',
  'resolved',
  'merged',
  'asked-again',
  'confirmed',
  'moved',
  'cancelled',
] as const;
export type EntryKind = (typeof entryKinds)[number];

const Entry = z.object({
  id: z.string(),
  kind: z.enum(entryKinds),
  /** Who did it: a person on the staff, or the operator. */
  actor: z.string(),
  /** Of a mail that was sent. */
  subject: z.string(),
  /** The text of a mail that was sent; who it was assigned to; the reference of what was merged; a time, ISO. */
  body: z.string(),
  /** ISO */
  at: z.string(),
});
export type RequestEntry = z.infer<typeof Entry>;

/** What a request that was merged into this one asked. */
const Merged = z.object({
  reference: z.string(),
  kind: z.enum(requestKinds),
  details: row.details,
  createdAt: z.string(),
});

const Person = z.object({ id: z.string(), name: z.string() });

/** A time that a consultation has, or had. */
const Meeting = z.object({
  /** ISO */
  startsAt: z.string(),
  isCancelled: z.boolean(),
  /** Whether the advisor who has it may still answer the partner's requests: one who left is mailed nothing of it. */
  hasAdvisor: z.boolean(),
});

const Shown = z.object({
  ...row,
  /** Raised by each change; sent with the next one, so that two people learn of one another. */
  version: z.number(),
  timesAsked: z.number(),
  assignedTo: z.nullable(z.string()),
  /** The address that an answer goes to, and whether its owner has proved it. */
  to: z.object({ email: z.string(), isProved: z.boolean(), firstName: z.string() }),
  /** The account that has a lead's address since, proved and in scope. */
  becameMemberId: z.nullable(z.string()),
  /** Where an answer by mail goes: answers do not come back to this page. */
  replyTo: z.string(),
  /** IANA name of the zone that date and slot of a consultation are in. */
  timeZone: z.string(),
  meeting: z.nullable(Meeting),
  mergedInto: z.nullable(z.object({ id: z.string(), reference: z.string() })),
  merged: z.array(Merged),
  /** Open requests of the same person at this partner. */
  others: z.array(
    z.object({ id: z.string(), reference: z.string(), kind: z.enum(requestKinds), createdAt: z.string() }),
  ),
  entries: z.array(Entry),
  /** Who may answer it. */
  people: z.array(Person),
  draft: z.nullable(z.object({ subject: z.string(), text: z.string() })),
});
export type ShownRequest = z.infer<typeof Shown>;
export const RequestAnswer = z.object({ data: Shown });
export const PeopleAnswer = z.object({ data: z.array(Person) });

const id = z.string().check(z.maxLength(100));
export const RequestParams = z.object({ requestId: id });
const version = z.number().check(z.int(), z.minimum(1));
const letter = {
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.replySubjectMaxLength)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.replyMaxLength)),
};

/** null takes it from who has it. */
export const AssignRequest = z.strictObject({ staffId: z.nullable(id), version });
export const StatusRequest = z.strictObject({ status: z.enum(requestStatuses), version });
export const DraftRequest = z.strictObject({
  subject: z.string().check(z.maxLength(limits.replySubjectMaxLength)),
  text: z.string().check(z.maxLength(limits.replyMaxLength)),
});
/** `key` is of one press: the same again changes nothing. */
export const ReplyRequest = z.strictObject({ ...letter, version, key: z.uuid() });
/** The request that goes on with both. */
export const MergeRequest = z.strictObject({ into: id, version });
export const MeetingRequest = z.strictObject({ startsAt: z.iso.datetime(), version });
export const CancelMeetingRequest = z.strictObject({ version });
export const SavedAnswer = z.object({ data: z.object({ id: z.string() }) });

/** A day of the calendar, and at most so many of them. */
export const calendarDays = 42;
export const CalendarQuery = z.strictObject({
  /** Days in UTC; the last one is included. A week from today on where they are left out. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
  partner: z.optional(z.string().check(z.maxLength(20))),
});
const Booked = z.object({
  id: z.string(),
  reference: z.string(),
  name: z.string(),
  partner: z.string(),
  timeZone: z.string(),
  topic: z.string(),
  /** The day and part of the day that were asked for, in the partner's zone. */
  date: z.string(),
  slot: z.string(),
  /** ISO: from when until when it may be, or is. */
  startsAt: z.string(),
  endsAt: z.string(),
  isConfirmed: z.boolean(),
  assigned: z.nullable(z.string()),
});
export type BookedConsultation = z.infer<typeof Booked>;
/** Consultations of one answer. */
export const consultationsShown = 500;
export const CalendarAnswer = z.object({
  data: z.array(Booked),
  /** Whether the days have more: those that come first are listed. */
  hasMore: z.boolean(),
});
