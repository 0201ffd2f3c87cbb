import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner, order } from '../enrolment-examples.ts';
import {
  CancelRunRequest,
  CohortMailAnswer,
  CohortMailBodyQuery,
  CohortMailParams,
  CohortMailsAnswer,
  CohortParams,
  DraftCohortMailRequest,
  RecipientsAnswer,
  RunAnswer,
  RunConsequencesAnswer,
  RunProgressAnswer,
  MoveConsequencesAnswer,
  MoveConsequencesQuery,
  MoveRunRequest,
  type CohortMail,
  type MoveConsequences,
  type Recipient,
  type RunCohort,
  type RunConsequences,
  type RunProgress,
} from './runs-schemas.ts';

const may = { permission: 'run-cohorts', within: 'partner' } as const satisfies StaffMay;
const params = { cohortId: order.cohort.id };
const cohort: RunCohort = {
  id: order.cohort.id,
  name: order.cohort.name,
  course: 'cyber',
  startDate: order.cohort.startDate,
  partners: [examplePartner],
  cancelledAt: null,
  version: 1,
};
const consequences: RunConsequences = {
  cohort,
  students: 12,
  seatsHeld: 2,
  openCheckouts: 1,
  processing: 1,
  paidCents: 7_425_000,
  currency: 'NZD',
  mailed: 12,
  others: [
    { id: 'cyber-2027-03', name: 'Cyber Security (Full-Time)', startDate: '2027-03-15', partners: null, free: 9 },
  ],
  chooseBy: '2026-11-30T03:04:05.000Z',
  obstacle: null,
};
const student = {
  orderId: order.id,
  reference: order.reference,
  memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
  student: 'Ana Silva',
  partner: examplePartner,
};
const progress: RunProgress = {
  cohort: { ...cohort, cancelledAt: '2026-11-23T03:04:05.000Z', version: 2 },
  move: null,
  reason: 'Too few students.',
  actor: 'Ana',
  chooseBy: consequences.chooseBy,
  remindedAt: null,
  counts: { students: 12, keep: 0, cohort: 7, refund: 3, 'no-answer': 0, waiting: 2, choosing: 2 },
  students: [
    {
      ...student,
      outcome: 'cohort',
      newCohort: { id: 'cyber-2027-03', name: 'Cyber Security (Full-Time)', startDate: '2027-03-15' },
      decidedAt: '2026-11-24T03:04:05.000Z',
    },
  ],
};
const moveConsequences: MoveConsequences = {
  ...consequences,
  before: { startDate: '2027-02-01', endDate: '2027-04-23', enrolBy: '2027-01-28', daysOff: [] },
  after: {
    startDate: '2027-02-15',
    endDate: '2027-05-07',
    enrolBy: '2027-02-11',
    daysOff: [{ date: '2027-03-26', name: 'Good Friday' }],
  },
};
const moveProgress: RunProgress = {
  ...progress,
  cohort: { ...cohort, startDate: '2027-02-15', version: 2 },
  move: { startBefore: '2027-02-01', startAfter: '2027-02-15', movedAt: '2026-11-23T03:04:05.000Z' },
  reason: 'The room is not ready.',
  counts: { students: 12, keep: 8, cohort: 1, refund: 1, 'no-answer': 0, waiting: 2, choosing: 2 },
  students: [{ ...student, outcome: 'keep', newCohort: null, decidedAt: '2026-11-24T03:04:05.000Z' }],
};
const recipient: Recipient = { ...student, email: 'ana.silva@example.org', isProved: true };
const mail: CohortMail = {
  id: 'cml_5k2r8w0c1x7t9y3p6v4n2b8m',
  subject: 'Your first day',
  text: 'Please bring your own laptop.',
  actor: 'Ana',
  sentAt: null,
  partners: [examplePartner],
  recipients: [{ ...student, sentAt: null, isRefused: false }],
};
const mailParams = { ...params, cohortMailId: mail.id };

/** Runs that are cancelled or moved, and mail to the students of a cohort. */
export const runConsoleCalls = defineCalls({
  'GET /console/api/cohorts/:cohortId/cancellation/consequences': {
    summary: 'Read what cancelling a run would do',
    about: 'Students of the partners in scope.',
    caller: 'staff',
    may,
    params: CohortParams,
    answer: RunConsequencesAnswer,
    refusals: ['cohort-not-found'],
    example: { params, answer: { data: consequences } },
  },
  'POST /console/api/cohorts/:cohortId/cancellation': {
    summary: 'Cancel a run',
    about:
      'Takes the cohort out of the catalogue. Each student is mailed a choice: another cohort, or the money back; what is not chosen in time is refunded. Open checkouts are ended, and money that arrives later is refunded. It cannot be undone.',
    caller: 'staff',
    may: { ...may, freshProof: true },
    params: CohortParams,
    body: CancelRunRequest,
    answer: RunAnswer,
    limits: [writesPerStaff],
    refusals: [
      'cohort-not-found',
      'cohort-beyond-scope',
      'cohort-cancelled',
      'cohort-begun',
      'choose-by-not-taken',
      'changed-meanwhile',
    ],
    example: {
      params,
      body: { reason: progress.reason, chooseBy: progress.chooseBy, version: 1 },
      answer: {
        data: {
          ...progress,
          counts: { ...progress.counts, cohort: 0, refund: 0, waiting: 12, choosing: 12 },
          students: [],
        },
      },
    },
  },
  'GET /console/api/cohorts/:cohortId/cancellation': {
    summary: 'Read what the students of a cancelled run have chosen',
    about: 'Students of the partners in scope. null for a cohort that is not cancelled.',
    caller: 'staff',
    may,
    params: CohortParams,
    answer: RunProgressAnswer,
    refusals: ['cohort-not-found'],
    example: { params, answer: { data: progress } },
  },
  'POST /console/api/cohorts/:cohortId/cancellation/reminder': {
    summary: 'Remind the students of a cancelled run who have not chosen',
    about: 'Once.',
    caller: 'staff',
    may,
    params: CohortParams,
    answer: RunAnswer,
    limits: [writesPerStaff],
    refusals: ['cohort-not-found', 'cohort-beyond-scope', 'cohort-not-cancelled', 'reminded-already'],
    example: { params, answer: { data: { ...progress, remindedAt: '2026-11-26T03:04:05.000Z' } } },
  },
  'GET /console/api/cohorts/:cohortId/move/consequences': {
    summary: 'Read what moving a run to another first day would do',
    about: 'Students of the partners in scope. With a first day, which days the cohort would have.',
    caller: 'staff',
    may,
    params: CohortParams,
    query: MoveConsequencesQuery,
    answer: MoveConsequencesAnswer,
    refusals: ['cohort-not-found', 'move-day-not-taken', 'cohort-dates-differ'],
    example: { params, query: { startDate: '2027-02-15' }, answer: { data: moveConsequences } },
  },
  'POST /console/api/cohorts/:cohortId/move': {
    summary: 'Move a run to another first day',
    about:
      'Each student is mailed a choice: the seat at the new first day, another cohort, or the money back; what is not chosen in time is refunded. Open checkouts are ended. The last day to enrol moves along. Students who have agreed cannot be asked back.',
    caller: 'staff',
    may: { ...may, freshProof: true },
    params: CohortParams,
    body: MoveRunRequest,
    answer: RunAnswer,
    limits: [writesPerStaff],
    refusals: [
      'cohort-not-found',
      'cohort-beyond-scope',
      'cohort-cancelled',
      'cohort-begun',
      'move-day-not-taken',
      'cohort-dates-differ',
      'choose-by-not-taken',
      'changed-meanwhile',
    ],
    example: {
      params,
      body: { startDate: '2027-02-15', reason: moveProgress.reason, chooseBy: progress.chooseBy, version: 1 },
      answer: { data: moveProgress },
    },
  },
  'GET /console/api/cohorts/:cohortId/move': {
    summary: 'Read what the students of a moved run have answered',
    about: 'To its last move, of students of the partners in scope. null for a cohort that was not moved.',
    caller: 'staff',
    may,
    params: CohortParams,
    answer: RunProgressAnswer,
    refusals: ['cohort-not-found'],
    example: { params, answer: { data: moveProgress } },
  },
  'POST /console/api/cohorts/:cohortId/move/reminder': {
    summary: 'Remind the students of a moved run who have not answered',
    about: 'Once for each move.',
    caller: 'staff',
    may,
    params: CohortParams,
    answer: RunAnswer,
    limits: [writesPerStaff],
    refusals: ['cohort-not-found', 'cohort-beyond-scope', 'cohort-cancelled', 'cohort-not-moved', 'reminded-already'],
    example: { params, answer: { data: { ...moveProgress, remindedAt: '2026-11-26T03:04:05.000Z' } } },
  },
  'GET /console/api/cohorts/:cohortId/recipients': {
    summary: 'List the students of a cohort who may be mailed',
    about: 'Of the partners in scope. A mail of staff goes to proved addresses alone.',
    caller: 'staff',
    may,
    params: CohortParams,
    answer: RecipientsAnswer,
    refusals: ['cohort-not-found'],
    example: { params, answer: { data: [recipient] } },
  },
  'GET /console/api/cohorts/:cohortId/mails': {
    summary: 'List the mails that staff have sent to students of a cohort',
    about: 'The newest 50, with their recipients of the partners in scope.',
    caller: 'staff',
    may,
    params: CohortParams,
    answer: CohortMailsAnswer,
    refusals: ['cohort-not-found'],
    example: { params, answer: { data: [{ ...mail, sentAt: '2026-11-26T03:04:05.000Z' }] } },
  },
  'POST /console/api/cohorts/:cohortId/mails': {
    summary: 'Write a mail to students of a cohort',
    about: 'A draft, which can be looked at and is deleted after a day. Nothing is sent.',
    caller: 'staff',
    may,
    params: CohortParams,
    body: DraftCohortMailRequest,
    answer: CohortMailAnswer,
    limits: [writesPerStaff],
    refusals: ['cohort-not-found', 'no-recipients'],
    example: {
      params,
      body: { subject: mail.subject, text: mail.text, orders: [order.id] },
      answer: { data: mail },
    },
  },
  'GET /console/api/cohorts/:cohortId/mails/:cohortMailId/body': {
    summary: 'Read such a mail as it looks to a partner’s student',
    about: 'For a frame that may run nothing and load nothing.',
    caller: 'staff',
    may,
    params: CohortMailParams,
    query: CohortMailBodyQuery,
    mediaType: 'text/html',
    refusals: ['cohort-not-found', 'not-found'],
    example: { params: mailParams, query: { partner: examplePartner }, answer: 'The mail.' },
  },
  'POST /console/api/cohorts/:cohortId/mails/:cohortMailId/send': {
    summary: 'Send such a mail',
    about: 'To those of the chosen students who still have a seat and a proved address. Safe to repeat.',
    caller: 'staff',
    may,
    params: CohortMailParams,
    answer: CohortMailAnswer,
    limits: [writesPerStaff],
    refusals: ['cohort-not-found', 'not-found', 'no-recipients'],
    example: { params: mailParams, answer: { data: { ...mail, sentAt: '2026-11-26T03:04:05.000Z' } } },
  },
});

/** What is said of them. */
export const runConsoleSubject: ConsoleSubject = {
  title: 'Runs',
  about:
    'A run is cancelled or moved with a choice for each of its students, and the students of a cohort are written to.',
  calls: runConsoleCalls,
};
