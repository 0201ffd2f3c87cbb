import * as z from 'zod/mini';
import { courseCodes, studyModes } from '../../shared/courses.ts';
import { partnerCodes } from '../../shared/partners.ts';
import { limits } from '../limits.ts';
import { defineList, exportQuery, listAnswer, listQuery } from './list.ts';

/** Cohorts as staff see, plan and change them. */

/**
 * States of a cohort, each with its word. `server/enrolment/catalogue/run-state.ts` decides which of them holds: the
 * first that applies in this order.
 */
export const runStateWords = {
  draft: 'Draft',
  cancelled: 'Cancelled',
  ended: 'Ended',
  running: 'Running',
  confirmed: 'Confirmed to run',
  'not-open-yet': 'Opens later',
  closed: 'Closed',
  full: 'Full',
  closing: 'Closing',
  open: 'Open',
} as const;
export type RunState = keyof typeof runStateWords;
export const runStates = Object.keys(runStateWords) as RunState[];

/** A cohort is closing where students may choose it for at most so many more days. */
export const closingDays = 7;

/** What a pattern may be. */
export const patternLimits = { mostWeeks: 52, mostCohorts: 60 } as const;
const mostSeats = 10_000;
const mostDaysBefore = 120;

const id = z.string().check(z.maxLength(100));
export const CohortParams = z.object({ cohortId: id });

/** Every cohort of the partners in scope. */
export const cohortList = defineList({
  search: 'Name or id of a cohort',
  columns: {
    id: { label: 'Id', holds: 'text', hidden: true },
    name: { label: 'Cohort', holds: 'text' },
    state: { label: 'State', holds: 'choice', values: runStates, filter: ['is', 'not'] },
    starts: { label: 'Starts', holds: 'day', filter: ['from', 'until'], sort: true },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    // Their names say both.
    course: { label: 'Course', holds: 'choice', values: courseCodes, filter: ['is'], hidden: true },
    mode: { label: 'Format', holds: 'choice', values: studyModes, filter: ['is'], hidden: true },
    sold: { label: 'Sold', holds: 'text' },
    held: { label: 'Held', holds: 'text' },
    free: { label: 'Free', holds: 'text' },
    capacity: { label: 'Seats', holds: 'text' },
    minimum: { label: 'Minimum', holds: 'text' },
    closes: { label: 'Closes', holds: 'time' },
  },
  order: 'starts',
});

const Seats = {
  capacity: z.number(),
  /** Paid for. */
  sold: z.number(),
  /** Of students who are paying. */
  held: z.number(),
  /** Never below 0. */
  free: z.number(),
  /** Students with whom it runs; null where it runs with any number. */
  minimum: z.nullable(z.number()),
};
const ListedCohort = z.object({
  id: z.string(),
  name: z.string(),
  course: z.enum(courseCodes),
  mode: z.enum(studyModes),
  /** Codes; null for all partners. */
  partners: z.nullable(z.array(z.string())),
  state: z.enum(runStates),
  /** `YYYY-MM-DD`; null for one without a date. */
  startDate: z.nullable(z.string()),
  /** What students read in place of the date; null where they read the date. */
  startLabel: z.nullable(z.string()),
  /** IANA */
  timeZone: z.string(),
  ...Seats,
  /** ISO; null where it stays open until it starts. */
  closesAt: z.nullable(z.string()),
});
export type CohortRow = z.infer<typeof ListedCohort>;
export const CohortsQuery = listQuery(cohortList);
export const CohortsExportQuery = exportQuery(cohortList);
export const CohortsAnswer = listAnswer(ListedCohort);

const DayOff = z.object({ date: z.string(), name: z.string() });

const ShownCohort = z.extend(ListedCohort, {
  schedule: z.nullable(z.string()),
  /** Last day of class, `YYYY-MM-DD`; null without a date. */
  endDate: z.nullable(z.string()),
  /** Public holidays on days of class. */
  daysOff: z.array(DayOff),
  /** First day on which students may choose it, in the cohort's zone; null where that is at once. */
  opensOn: z.nullable(z.string()),
  /** The last such day. */
  enrolBy: z.nullable(z.string()),
  /** ISO */
  opensAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  cancelledAt: z.nullable(z.string()),
  /** ISO; until when students from before the last move of its first day choose; null where it was never moved. */
  answerMoveBy: z.nullable(z.string()),
  /** Sent back with a change: the cohort as this person has seen it. */
  version: z.number(),
  /** Whether there is an order of a seat, paid or not. */
  hasOrders: z.boolean(),
  /** Seats sold or held at partners beyond the scope of the person who reads: counted, not listed. */
  seatsElsewhere: z.number(),
  /** Whether all its partners are in scope, so that the person may change it. */
  isInScope: z.boolean(),
});
export type ShownCohort = z.infer<typeof ShownCohort>;
export const CohortAnswer = z.object({ data: ShownCohort });

export const seatStates = ['sold', 'held'] as const;
/** Who has or holds a seat of one cohort: students of the partners in scope. */
export const seatList = defineList({
  columns: {
    student: { label: 'Student', holds: 'text' },
    email: { label: 'E-mail', holds: 'text' },
    seat: { label: 'Seat', holds: 'choice', values: seatStates, filter: ['is'] },
    until: { label: 'Held until', holds: 'time' },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    reference: { label: 'Order', holds: 'text' },
    since: { label: 'Since', holds: 'time', sort: true },
  },
  order: 'since',
});
const ListedSeat = z.object({
  id: z.string(),
  /** Of the member. */
  siteId: z.string(),
  memberId: z.string(),
  /** The student's name; empty where there is none, and where the account is deleted. */
  student: z.string(),
  email: z.string(),
  seat: z.enum(seatStates),
  /** ISO; null for a seat that is sold. */
  until: z.nullable(z.string()),
  partner: z.string(),
  orderId: z.string(),
  reference: z.string(),
  /** ISO */
  since: z.string(),
});
export type SeatRow = z.infer<typeof ListedSeat>;
export const SeatsQuery = listQuery(seatList);
export const SeatsExportQuery = exportQuery(seatList);
export const SeatsAnswer = listAnswer(ListedSeat);

const CohortEntry = z.object({
  id: z.string(),
  /** ISO */
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  note: z.string(),
  reason: z.nullable(z.string()),
});
export type CohortEntry = z.infer<typeof CohortEntry>;
export const CohortEntriesAnswer = z.object({ data: z.array(CohortEntry) });

const day = z.iso.date();
const seats = z.int().check(z.minimum(0), z.maximum(mostSeats));
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength));
const version = z.int();
// Any text: a partner beyond the scope is answered as one that does not exist.
const partner = z.string().check(z.maxLength(20));
const partners = z.nullable(z.array(partner).check(z.minLength(1), z.maxLength(partnerCodes.length)));

export const CreateCohortRequest = z.strictObject({
  /** Made by the page: a second press with the same values creates nothing more. */
  key: z.uuid(),
  course: z.enum(courseCodes),
  mode: z.enum(studyModes),
  name: words,
  /** null for all partners. */
  partners,
  /** null for a cohort without a date. */
  startDate: z.nullable(day),
  schedule: z.nullable(words),
  capacity: seats,
  minimum: z.nullable(seats),
  opensOn: z.nullable(day),
  enrolBy: z.nullable(day),
  /** A draft is not shown to students. */
  isDraft: z.boolean(),
});
export type CohortWish = Omit<z.infer<typeof CreateCohortRequest>, 'key'>;

/** What is left out stays as it is. */
export const ChangeCohortRequest = z.strictObject({
  version,
  reason: z.optional(reason),
  name: z.optional(words),
  partners: z.optional(partners),
  startDate: z.optional(day),
  schedule: z.optional(z.nullable(words)),
  capacity: z.optional(seats),
  minimum: z.optional(z.nullable(seats)),
  opensOn: z.optional(z.nullable(day)),
  enrolBy: z.optional(z.nullable(day)),
});

export const CohortActRequest = z.strictObject({ version });
/** Cohorts that one call publishes. */
export const publishedAtOnce = 100;
export const PublishCohortsRequest = z.strictObject({
  cohortIds: z.array(id).check(z.minLength(1), z.maxLength(publishedAtOnce)),
});
export const PublishedCohortsAnswer = z.object({
  data: z.object({
    published: z.number(),
    /** Those that students see already, or that are cancelled or have begun. */
    skipped: z.number(),
  }),
});
export const RemoveCohortRequest = z.strictObject({ version, reason });
export const WithdrawConfirmationRequest = z.strictObject({ version, reason });
export const RemovedCohortAnswer = z.object({ data: z.object({ id: z.string() }) });

/** A year of one course at one partner. */
export const PatternRequest = z.strictObject({
  partner,
  course: z.enum(courseCodes),
  modes: z.array(z.enum(studyModes)).check(z.minLength(1), z.maxLength(studyModes.length)),
  /** The first cohort begins on the first day of class from here on, `2027-01-04`. */
  firstDay: day,
  /** No cohort begins after it by the pattern; one that a holiday moves may. */
  lastDay: day,
  everyWeeks: z.int().check(z.minimum(1), z.maximum(patternLimits.mostWeeks)),
  /** Days and hours as students read them, in the partner's zone, by format. */
  schedules: z.partialRecord(z.enum(studyModes), words),
  capacity: seats,
  minimum: z.nullable(seats),
  /** Students may choose a cohort up to and with the day so many days before it starts; null up to its start. */
  enrolByDaysBefore: z.nullable(z.int().check(z.minimum(1), z.maximum(mostDaysBefore))),
  isDraft: z.boolean(),
});
export type Pattern = z.infer<typeof PatternRequest>;

const PlannedCohort = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(studyModes),
  startDate: z.string(),
  endDate: z.string(),
  /** Holidays on which it would have begun: each moved it by a week. */
  movedBy: z.array(DayOff),
  enrolBy: z.nullable(z.string()),
  /** Holidays on its days of class. */
  daysOff: z.array(DayOff),
  /** Whether there is such a cohort already: it stays as it is. */
  isThere: z.boolean(),
  /** Whether it begins after the years for which holidays are known. */
  isBeyondHolidays: z.boolean(),
});
export type PlannedCohort = z.infer<typeof PlannedCohort>;
export const PatternPreviewAnswer = z.object({
  data: z.object({ timeZone: z.string(), cohorts: z.array(PlannedCohort) }),
});
export const PatternAnswer = z.object({
  data: z.object({
    /** Ids of those that were created. */
    created: z.array(z.string()),
    /** Cohorts of the pattern that were there already. */
    kept: z.number(),
  }),
});
