import { defineCalls, writesPerStaff, type ConsoleSubject, type LimitRule, type StaffMay } from '../call.ts';
import { examplePartner, order } from '../enrolment-examples.ts';
import {
  AddNoteRequest,
  ChangeNoteRequest,
  DeletedNoteAnswer,
  NoteAnswer,
  NotesAnswer,
  NotesQuery,
  type Note,
} from './notes.ts';
import {
  MoneyExportQuery,
  OrderNoteParams,
  OrderParams,
  OrderTimelineAnswer,
  OrderTimelineQuery,
  ReceiptAnswer,
  ReceiptRequest,
  RefundRequest,
  RefundTermsAnswer,
  ShownOrderAnswer,
  TransferRequest,
  TransferTermsAnswer,
  type OrderEntry,
  type RefundTerms,
  type ShownOrder,
} from './order-care-schemas.ts';

/** Receipts to one student: enough for a lost mail, too few to fill a mailbox. */
export const receiptsPerMember: LimitRule = {
  name: 'receipt-again',
  per: 'member',
  of: 'receipts that staff sent again',
  points: 3,
  seconds: 3600,
};

const see = { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay;
const refund = { permission: 'refund', within: 'partner' } as const satisfies StaffMay;
const transfer = { permission: 'transfer-orders', within: 'partner' } as const satisfies StaffMay;
const money = { permission: 'set-prices', within: 'partner' } as const satisfies StaffMay;
const ofOrder = ['order-not-found'] as const;

const params = { orderId: order.id };
const shown: ShownOrder = {
  id: order.id,
  reference: order.reference,
  siteId: 'app_enrolment',
  memberId: 'mem_5k2r8w0c1x7t9y3p6v4n2b8m',
  student: 'Ana Silva',
  partner: examplePartner,
  course: 'cyber',
  cohort: { id: order.cohort.id, name: order.cohort.name },
  state: 'paid',
  seat: 'taken',
  heldUntil: null,
  paymentType: 'deposit',
  currency: 'NZD',
  amountCents: 50_000,
  balanceCents: 1_600_000,
  discountCents: 0,
  paidCents: 50_000,
  refundedCents: 0,
  moneyBack: null,
  acknowledgedAt: '2026-11-23T03:00:05.000Z',
  acknowledgedCents: 50_000,
  createdAt: '2026-11-23T03:00:05.000Z',
  paidAt: '2026-11-23T03:04:05.000Z',
  refundDueAt: null,
  payments: [
    {
      id: 'pay_2m9x7k4q8t1w5c3v6n0b',
      providerPaymentId: 'pi_3Qa1B2c3D4',
      amountCents: 50_000,
      currency: 'NZD',
      receivedAt: '2026-11-23T03:04:05.000Z',
      isDisputeLost: false,
      lostCents: 0,
    },
  ],
  refunds: [],
  allows: { refund: true, transfer: true, receipt: true },
};
const entry: OrderEntry = {
  id: 'pay_2m9x7k4q8t1w5c3v6n0b',
  at: '2026-11-23T03:04:05.000Z',
  kind: 'money',
  title: 'payment.received',
  detail: 'NZD 500.00',
  actor: '',
  reason: null,
};
const terms: RefundTerms = {
  currency: 'NZD',
  paidCents: 50_000,
  refundedCents: 0,
  pendingCents: 0,
  refundableCents: 50_000,
  policyCents: 0,
  ground: null,
  mayBeyond: true,
  mayPart: true,
  endsEnrolment: true,
};
const note: Note = {
  id: 'note_5k2r8w0c1x7t9y3p6v4n2b8m',
  author: 'Ana',
  isOwn: true,
  body: 'Called: her employer pays the balance.',
  version: 1,
  createdAt: '2026-11-23T03:10:00.000Z',
  changedAt: null,
};
const page = { endCursor: 'WyItYXQiLCI0MSIsIjQxIl0', hasNextPage: false, count: { rows: 1, isExact: true } };

/** What staff see and do about one order. */
export const orderCareCalls = defineCalls({
  'GET /console/api/orders/:orderId': {
    summary: 'Read an order',
    about: 'With its seat, payments, refunds, and what its student accepted.',
    caller: 'staff',
    may: see,
    params: OrderParams,
    answer: ShownOrderAnswer,
    refusals: ofOrder,
    example: { params, answer: { data: shown } },
  },
  'GET /console/api/orders/:orderId/timeline': {
    summary: 'Read what happened about an order',
    about: 'Events of the card provider and mails are kept for about a month; the rest for as long as the order.',
    caller: 'staff',
    may: see,
    params: OrderParams,
    query: OrderTimelineQuery,
    answer: OrderTimelineAnswer,
    refusals: ofOrder,
    example: { params, answer: { data: [entry], ...page } },
  },
  'GET /console/api/orders/:orderId/refund': {
    summary: 'Read what can go back of an order, and what the policy says',
    caller: 'staff',
    may: refund,
    params: OrderParams,
    answer: RefundTermsAnswer,
    refusals: ofOrder,
    example: { params, answer: { data: terms } },
  },
  'POST /console/api/orders/:orderId/refund': {
    summary: 'Refund an order, all or a part',
    about:
      'Beyond the policy only with `refund-beyond-policy`. The provider is asked right after; what it refuses shows as failed. The same `requestKey` sent twice makes one refund.',
    caller: 'staff',
    may: { ...refund, freshProof: true },
    params: OrderParams,
    body: RefundRequest,
    answer: ShownOrderAnswer,
    limits: [writesPerStaff],
    refusals: [...ofOrder, 'changed-meanwhile', 'refund-not-possible', 'refund-too-large', 'refund-beyond-policy'],
    example: {
      params,
      body: {
        requestKey: '0b6f1f0e-54f5-4d8e-9f3d-2f3c7f0b7a11',
        amountCents: 10_000,
        refundableCents: 50_000,
        reason: 'Two weeks without a teacher.',
      },
      answer: { data: shown },
    },
  },
  'GET /console/api/orders/:orderId/transfer': {
    summary: 'List the cohorts that an order can move to',
    caller: 'staff',
    may: transfer,
    params: OrderParams,
    answer: TransferTermsAnswer,
    refusals: ofOrder,
    example: {
      params,
      answer: {
        data: {
          from: shown.cohort,
          cohorts: [
            { id: 'cyber-2027-05', name: order.cohort.name, course: 'cyber', startDate: '2027-05-03', seatsLeft: 7 },
          ],
        },
      },
    },
  },
  'POST /console/api/orders/:orderId/transfer': {
    summary: 'Move an order to another cohort',
    about:
      'The new seat is taken and the old one given back together, or nothing happens. An order without a seat may get one in its own cohort. The student is mailed.',
    caller: 'staff',
    may: transfer,
    params: OrderParams,
    body: TransferRequest,
    answer: ShownOrderAnswer,
    limits: [writesPerStaff],
    refusals: [
      ...ofOrder,
      'changed-meanwhile',
      'transfer-not-possible',
      'cohort-moved',
      'cohort-not-found',
      'cohort-elsewhere',
      'cohort-not-open',
      'cohort-full',
      'payment-provider-unavailable',
    ],
    example: {
      params,
      body: { cohortId: 'cyber-2027-05', fromCohortId: order.cohort.id, reason: 'Starts a job in March.' },
      answer: { data: shown },
    },
  },
  'POST /console/api/orders/:orderId/receipt': {
    summary: 'Mail the receipt of an order again',
    about: 'To the address of the student’s account.',
    caller: 'staff',
    may: transfer,
    params: OrderParams,
    body: ReceiptRequest,
    answer: ReceiptAnswer,
    limits: [writesPerStaff, receiptsPerMember],
    refusals: [...ofOrder, 'receipt-not-possible'],
    example: { params, body: {}, answer: { data: { to: 'ana.silva@example.org' } } },
  },
  'GET /console/api/orders/:orderId/notes': {
    summary: 'Read the notes about an order',
    caller: 'staff',
    may: see,
    params: OrderParams,
    query: NotesQuery,
    answer: NotesAnswer,
    refusals: ofOrder,
    example: { params, answer: { data: [note], ...page } },
  },
  'POST /console/api/orders/:orderId/notes': {
    summary: 'Write a note about an order',
    about: 'The student does not see it on their pages. It is part of what they may ask for, and erased with them.',
    caller: 'staff',
    may: transfer,
    params: OrderParams,
    body: AddNoteRequest,
    answer: NoteAnswer,
    limits: [writesPerStaff],
    refusals: [...ofOrder, 'note-limit-reached'],
    example: { params, body: { body: note.body }, answer: { data: note } },
  },
  'PATCH /console/api/orders/:orderId/notes/:noteId': {
    summary: 'Change a note of one’s own about an order',
    about: '`version` is that of the note as read; where it was saved since, `changed-meanwhile` says what it is now.',
    caller: 'staff',
    may: transfer,
    params: OrderNoteParams,
    body: ChangeNoteRequest,
    answer: NoteAnswer,
    limits: [writesPerStaff],
    refusals: [...ofOrder, 'note-not-found', 'changed-meanwhile'],
    example: { params: { ...params, noteId: note.id }, body: { body: note.body, version: 1 }, answer: { data: note } },
  },
  'DELETE /console/api/orders/:orderId/notes/:noteId': {
    summary: 'Delete a note of one’s own about an order',
    caller: 'staff',
    may: transfer,
    params: OrderNoteParams,
    answer: DeletedNoteAnswer,
    limits: [writesPerStaff],
    refusals: [...ofOrder, 'note-not-found'],
    example: { params: { ...params, noteId: note.id }, answer: { data: { id: note.id } } },
  },
  'GET /console/api/money.csv': {
    summary: 'Export money for accounting',
    about:
      'One line per movement: payment, refund, dispute, refund sent back by the bank. `Amount` is signed: what came in is positive. `Tax` is 0: prices hold no tax that is shown apart. `Provider fee` is empty: the provider does not tell it with a payment. A refund stands on the day on which it settled, so the lines of a past day do not change. It stands in the audit log before the first line.',
    caller: 'staff',
    may: money,
    query: MoneyExportQuery,
    mediaType: 'text/csv',
    example: {
      query: { from: '2026-11-01', until: '2026-11-30' },
      answer: 'A file, UTF-8 with a byte order mark.',
    },
  },
});

/** What is said of them. */
export const orderCareSubject: ConsoleSubject = {
  title: 'Orders, looked after',
  about: 'Staff read one order, refund and move it, send its receipt again, keep notes, and export money.',
  calls: orderCareCalls,
};
