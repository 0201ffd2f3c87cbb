import * as z from 'zod/mini';
import { courseCodes } from '../../shared/courses.ts';
import { limits } from '../limits.ts';

/** Runs that are cancelled or moved, what their students choose, and mail to the students of a cohort. */

const id = z.string().check(z.maxLength(100));
export const CohortParams = z.object({ cohortId: id });
export const CohortMailParams = z.object({ cohortId: id, cohortMailId: id });

/** Days within which students of a cancelled or moved run choose, unless staff say otherwise. */
export const chooseWithinDays = 7;
/** The longest time they may be given, in days. */
export const chooseWithinDaysMost = 60;
/** Longest subject of a mail to a cohort, in characters. */
export const cohortMailSubjectMost = 150;
/** Longest text of such a mail, in characters. */
export const cohortMailTextMost = 5_000;
/** Students whom one such mail may go to. */
export const cohortMailRecipientsMost = 500;

const RunCohort = z.object({
  id: z.string(),
  name: z.string(),
  course: z.enum(courseCodes),
  /** `2027-02-01`, or a label such as `Future`. */
  startDate: z.string(),
  /** Codes; null for every partner. */
  partners: z.nullable(z.array(z.string())),
  /** ISO; null while it is to run. */
  cancelledAt: z.nullable(z.string()),
  version: z.number(),
});
export type RunCohort = z.infer<typeof RunCohort>;

/** Why a cohort cannot be cancelled or moved by who asks: it is cancelled, has begun, or is for students of other partners too. */
export const runObstacles = ['cancelled', 'begun', 'beyond-scope'] as const;

const RunConsequences = z.object({
  cohort: RunCohort,
  /** With a paid seat. */
  students: z.number(),
  /** Held for people who have not paid. */
  seatsHeld: z.number(),
  /** Checkouts that can be paid now, and are ended. */
  openCheckouts: z.number(),
  /** Payments that a bank is settling; refunded when they arrive. */
  processing: z.number(),
  /** What the students have paid and not got back. */
  paidCents: z.number(),
  currency: z.string(),
  /** Students who get a mail. One with a deleted account does not. */
  mailed: z.number(),
  /** Open cohorts of the same course for partners of its students, with their free seats. */
  others: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      startDate: z.string(),
      partners: z.nullable(z.array(z.string())),
      free: z.number(),
    }),
  ),
  /** ISO; the proposed end of the time to choose. */
  chooseBy: z.string(),
  obstacle: z.nullable(z.enum(runObstacles)),
});
export type RunConsequences = z.infer<typeof RunConsequences>;
export const RunConsequencesAnswer = z.object({ data: RunConsequences });

const runAct = {
  /** For the audit trail; students do not see it. */
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength)),
  /** ISO. What has not been chosen by then is refunded. */
  chooseBy: z.iso.datetime(),
  /** Of the cohort as read. */
  version: z.number(),
};
export const CancelRunRequest = z.strictObject(runAct);

const RunDays = z.object({
  /** `2027-02-01`, or a label such as `Future`. */
  startDate: z.string(),
  /** Last day of class, `YYYY-MM-DD`; null without a date. */
  endDate: z.nullable(z.string()),
  /** The last day on which students may choose it; null up to its start. */
  enrolBy: z.nullable(z.string()),
  /** Public holidays on days of class. */
  daysOff: z.array(z.object({ date: z.string(), name: z.string() })),
});
/** The new first day, `YYYY-MM-DD`. */
export const MoveConsequencesQuery = z.strictObject({ startDate: z.optional(z.iso.date()) });
const MoveConsequences = z.extend(RunConsequences, {
  before: RunDays,
  /** With the first day that was asked for; null without one. */
  after: z.nullable(RunDays),
});
export type MoveConsequences = z.infer<typeof MoveConsequences>;
export const MoveConsequencesAnswer = z.object({ data: MoveConsequences });
/** `startDate` is the new first day, `YYYY-MM-DD`. */
export const MoveRunRequest = z.strictObject({ ...runAct, startDate: z.iso.date() });

const studentShape = {
  orderId: z.string(),
  reference: z.string(),
  memberId: z.string(),
  /** The student's name, else the address; empty where the account is deleted. */
  student: z.string(),
  partner: z.string(),
};

/** What became of a student of a cancelled or moved run; null while they may still choose. A moved seat alone is kept. */
export const runOutcomes = ['keep', 'cohort', 'refund', 'no-answer'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

const RunStudent = z.object({
  ...studentShape,
  outcome: z.nullable(z.enum(runOutcomes)),
  newCohort: z.nullable(z.object({ id: z.string(), name: z.string(), startDate: z.string() })),
  /** ISO */
  decidedAt: z.nullable(z.string()),
});
export type RunStudent = z.infer<typeof RunStudent>;

const RunProgress = z.object({
  cohort: RunCohort,
  /** The last move to another first day; null for a cancelled run. */
  move: z.nullable(
    z.object({
      /** `2027-02-01`, or a label such as `Future`. */
      startBefore: z.string(),
      startAfter: z.string(),
      /** ISO */
      movedAt: z.string(),
    }),
  ),
  reason: z.string(),
  actor: z.string(),
  /** ISO */
  chooseBy: z.string(),
  /** ISO; null while they have not been reminded. */
  remindedAt: z.nullable(z.string()),
  counts: z.object({
    students: z.number(),
    keep: z.number(),
    cohort: z.number(),
    refund: z.number(),
    'no-answer': z.number(),
    waiting: z.number(),
    /**
     * Of those who wait, who have something to choose: the account is there, and the money is not on its way back. Left out
     * by a server of the release before.
     */
    choosing: z.optional(z.number()),
  }),
  /** Those who have not chosen first. */
  students: z.array(RunStudent),
});
export type RunProgress = z.infer<typeof RunProgress>;
export const RunAnswer = z.object({ data: RunProgress });
/** null for a cohort that is not cancelled, or was not moved. */
export const RunProgressAnswer = z.object({ data: z.nullable(RunProgress) });

const Recipient = z.object({ ...studentShape, email: z.string(), isProved: z.boolean() });
export type Recipient = z.infer<typeof Recipient>;
export const RecipientsAnswer = z.object({ data: z.array(Recipient) });

export const DraftCohortMailRequest = z.strictObject({
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(cohortMailSubjectMost)),
  /** Plain text; an empty line begins a paragraph. */
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(cohortMailTextMost)),
  /** Ids of the orders of those it goes to. */
  orders: z.array(id).check(z.minLength(1), z.maxLength(cohortMailRecipientsMost)),
});
/** The first recipient's partner unless given. */
export const CohortMailBodyQuery = z.strictObject({ partner: z.optional(z.string().check(z.maxLength(100))) });

const CohortMail = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  actor: z.string(),
  /** ISO; null for a draft. */
  sentAt: z.nullable(z.string()),
  /** Of its recipients. */
  partners: z.array(z.string()),
  recipients: z.array(
    z.object({
      ...studentShape,
      /** ISO; when it was handed to the mail server, null while it waits. */
      sentAt: z.nullable(z.string()),
      /** The mail server has refused it for good. */
      isRefused: z.boolean(),
    }),
  ),
});
export type CohortMail = z.infer<typeof CohortMail>;
export const CohortMailAnswer = z.object({ data: CohortMail });
export const CohortMailsAnswer = z.object({ data: z.array(CohortMail) });
