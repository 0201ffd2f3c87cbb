import * as z from 'zod/mini';
import { courseCodes } from '../../shared/courses.ts';
import { partnerCodes } from '../../shared/partners.ts';
import { limits } from '../limits.ts';
import { moneyBackStates, orderStates, paymentTypes, StartAsRead } from '../payments.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** One order as staff see it, and what they do about it. */

const id = z.string().check(z.minLength(1), z.maxLength(100));
export const OrderParams = z.object({ orderId: id });
export const OrderNoteParams = z.object({ orderId: id, noteId: id });
/** In the person's words, for the audit trail; not of spaces alone. */
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength));

/** Who decided a refund: a rule of ours, the student, the provider's own pages or bank, staff here. */
const refundSources = ['automatic', 'member', 'provider', 'staff'] as const;
export type RefundSource = (typeof refundSources)[number];

const Payment = z.object({
  id: z.string(),
  providerPaymentId: z.string(),
  amountCents: z.number(),
  /** As it was paid, which may be another than that of the order. */
  currency: z.string(),
  /** ISO */
  receivedAt: z.string(),
  /** The bank has taken it back for good. */
  isDisputeLost: z.boolean(),
  /** Where that was a part of it, how much. */
  lostCents: z.number(),
});
const Refund = z.object({
  id: z.string(),
  amountCents: z.number(),
  /** `requested` before the provider was asked. */
  state: z.enum(['requested', 'pending', 'succeeded', 'failed', 'canceled']),
  source: z.enum(refundSources),
  /** A word of ours: `class-full`, of staff `staff-decision`; `tried-again` where it pays what had failed before. */
  reason: z.string(),
  /** The person on the staff, as they were called then; null for another source. */
  decidedBy: z.nullable(z.string()),
  /** Why, in the person's words. */
  note: z.nullable(z.string()),
  /** ISO */
  createdAt: z.string(),
});
export type ShownRefund = z.infer<typeof Refund>;

const ShownOrder = z.object({
  id: z.string(),
  reference: z.string(),
  /** Of the member. */
  siteId: z.string(),
  memberId: z.string(),
  /** The student's name, else the address; null where the account is deleted. */
  student: z.nullable(z.string()),
  partner: z.enum(partnerCodes),
  course: z.enum(courseCodes),
  cohort: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(orderStates),
  seat: z.enum(['taken', 'held', 'none']),
  /** ISO; of a held seat. */
  heldUntil: z.nullable(z.string()),
  paymentType: z.enum(paymentTypes),
  currency: z.string(),
  amountCents: z.number(),
  balanceCents: z.number(),
  discountCents: z.number(),
  paidCents: z.number(),
  refundedCents: z.number(),
  moneyBack: z.nullable(z.enum(moneyBackStates)),
  /** When the student accepted the terms and that the fee is non-refundable, ISO. */
  acknowledgedAt: z.string(),
  /**
   * The fee that they accepted; null where it is not kept, of a deposit for which staff have taken another amount since. Left
   * out by a server of the release before.
   */
  acknowledgedCents: z.optional(z.nullable(z.number())),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** An unseated order is refunded by itself then, ISO. */
  refundDueAt: z.nullable(z.string()),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  /** What the state of the order allows; the permissions of the person are not judged here. */
  allows: z.object({ refund: z.boolean(), transfer: z.boolean(), receipt: z.boolean() }),
});
export type ShownOrder = z.infer<typeof ShownOrder>;
export const ShownOrderAnswer = z.object({ data: ShownOrder });

/** What happened about an order. */
export const orderTimelineList = defineList({
  columns: {
    at: { label: 'When', holds: 'time', filter: ['from', 'until'], sort: true },
    kind: {
      label: 'Kind',
      holds: 'choice',
      values: ['order', 'money', 'event', 'mail', 'act', 'matter'],
      filter: ['is'],
    },
    title: { label: 'What', holds: 'text' },
    detail: { label: 'Details', holds: 'text' },
    actor: { label: 'Who', holds: 'text' },
  },
  order: '-at',
});
const OrderEntry = z.object({
  id: z.string(),
  /** ISO */
  at: z.string(),
  /** The order itself, a payment or refund, an event of the card provider, a mail, an act of staff, a matter to look at. */
  kind: z.enum(orderTimelineList.columns.kind.values),
  /** `order.placed`, `refund.succeeded`; of an event its type, of a mail its subject, of a matter its kind. */
  title: z.string(),
  /** An amount, the state of a mail, names of what was changed. */
  detail: z.string(),
  /** Who did it; empty where that is no person. */
  actor: z.string(),
  reason: z.nullable(z.string()),
});
export type OrderEntry = z.infer<typeof OrderEntry>;
export const OrderTimelineQuery = listQuery(orderTimelineList);
export const OrderTimelineAnswer = listAnswer(OrderEntry);

/**
 * What the refund policy gives an order back for: the class filled before the money came, the cohort was cancelled, another
 * amount than ordered was charged, or the order has ended and the money did not arrive.
 */
const policyGrounds = ['class-full', 'cohort-cancelled', 'cohort-moved', 'amount-differs', 'owed'] as const;
export type PolicyGround = (typeof policyGrounds)[number];

export const RefundTermsAnswer = z.object({
  data: z.object({
    /** Of the money that was paid. */
    currency: z.string(),
    paidCents: z.number(),
    refundedCents: z.number(),
    /** On its way back already. */
    pendingCents: z.number(),
    /** What can still go back. */
    refundableCents: z.number(),
    /** What of it the policy gives back. */
    policyCents: z.number(),
    /** null where the policy gives nothing: fees are non-refundable. */
    ground: z.nullable(z.enum(policyGrounds)),
    /** Whether the asking person may refund more than the policy gives. */
    mayBeyond: z.boolean(),
    /** Whether a part may go back, or all of it alone. */
    mayPart: z.boolean(),
    /** Whether a seat and an enrolment end with the last cent. */
    endsEnrolment: z.boolean(),
  }),
});
export type RefundTerms = z.infer<typeof RefundTermsAnswer>['data'];
export const RefundRequest = z.strictObject({
  /** Made for one press: the same one sent twice makes one refund. */
  requestKey: z.uuid(),
  amountCents: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
  /** What could go back as the person has read it: another refund meanwhile is told, not added to. */
  refundableCents: z.int(),
  /** What the policy gave it back for as the person has read it; another ground by now is told: the student may have chosen. */
  ground: z.optional(z.nullable(z.enum(policyGrounds))),
  reason,
});

const TransferCohort = z.object({
  id: z.string(),
  name: z.string(),
  course: z.enum(courseCodes),
  /** `YYYY-MM-DD`, or a word for one without a date. */
  startDate: z.string(),
  seatsLeft: z.number(),
});
export type TransferCohort = z.infer<typeof TransferCohort>;
export const TransferTermsAnswer = z.object({
  data: z.object({ from: z.object({ id: z.string(), name: z.string() }), cohorts: z.array(TransferCohort) }),
});
export const TransferRequest = z.strictObject({
  cohortId: id,
  startDate: z.optional(StartAsRead),
  /** The cohort as the person has read it: a concurrent move is refused. */
  fromCohortId: id,
  /** Whether the order had a seat as the person has read it: a student may have taken one in the same cohort since. */
  hasSeat: z.optional(z.boolean()),
  reason,
});
export const ReceiptRequest = z.strictObject({});
export const ReceiptAnswer = z.object({ data: z.object({ to: z.string() }) });

/** Money as the books have it: one line per movement. */
export const MoneyExportQuery = z.strictObject({
  /** The first and the last day, in the zone of the partner; of several partners in UTC. All days unless given. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
  /** One of the partners in scope; all of them unless given. */
  partner: z.optional(z.enum(partnerCodes)),
});
export type MoneyExportWish = z.infer<typeof MoneyExportQuery>;
/** `refund-returned`: a refund that had settled, and that the bank sent back. */
export type MovementKind = 'payment' | 'refund' | 'dispute' | 'refund-returned';
