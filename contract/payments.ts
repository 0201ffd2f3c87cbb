import * as z from 'zod/mini';
import { courseCodes } from '../shared/courses.ts';
import { partnerCodes } from '../shared/partners.ts';
import { Member } from './members.ts';

/** Checkout, confirmation and receipt. No request says what is charged: prices live on the server. */

export const paymentTypes = ['full', 'deposit'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** The start of a cohort as a person has read it, a day or a label: where it is another by then, they are to look again. */
export const StartAsRead = z.string().check(z.maxLength(64));

export const CheckoutRequest = z.strictObject({
  partner: z.enum(partnerCodes),
  cohortId: z.string().check(z.minLength(1), z.maxLength(64)),
  paymentType: z.enum(paymentTypes),
  /** The acknowledgement box of this option was ticked. */
  acknowledged: z.boolean(),
  startDate: z.optional(StartAsRead),
  /** What is due today as the student has read it: another amount is refused, so that they look at it again. */
  readAmountCents: z.optional(z.int().check(z.positive())),
});
export const CheckoutAnswer = z.object({
  data: z.object({ orderId: z.string(), url: z.string(), holdExpiresAt: z.string() }),
});
export type Checkout = z.infer<typeof CheckoutAnswer>['data'];

/**
 * draft: a seat is held, the checkout is being made. awaiting-payment: the student can pay.
 * processing: paid by a method that settles later, the seat is kept. paid: enrolled.
 * unseated: paid, but the class filled meanwhile. refunded, expired, cancelled, failed: ended without enrolment.
 * review: the payment differs from the order; staff decide, nothing is lost.
 */
export const orderStates = [
  'draft',
  'awaiting-payment',
  'processing',
  'paid',
  'unseated',
  'refunded',
  'expired',
  'cancelled',
  'failed',
  'review',
] as const;
export type OrderState = (typeof orderStates)[number];

/**
 * on-its-way: the card provider is paying it back. returned: it has. failed: it could not, and staff arrange another
 * way. taken-by-bank: the member's bank took the payment back after a dispute, so there is nothing left to refund.
 */
export const moneyBackStates = ['on-its-way', 'returned', 'failed', 'taken-by-bank'] as const;
export type MoneyBack = (typeof moneyBackStates)[number];

/** Why money for an order buys no seat in its run any more. */
const noSeatReasons = ['run-cancelled', 'run-moved'] as const;
export type NoSeat = (typeof noSeatReasons)[number];

export const Order = z.object({
  id: z.string(),
  /** What a student reads out to support: "INT-7K4Q-2M9X". */
  reference: z.string(),
  state: z.enum(orderStates),
  partner: z.enum(partnerCodes),
  course: z.enum(courseCodes),
  cohort: z.object({
    id: z.string(),
    name: z.string(),
    startDate: z.string(),
    endDate: z.nullable(z.string()),
    schedule: z.nullable(z.string()),
    timeZone: z.string(),
  }),
  paymentType: z.enum(paymentTypes),
  currency: z.literal('NZD'),
  /** What this order asks for today, in cents. */
  amountCents: z.number(),
  paidCents: z.number(),
  refundedCents: z.number(),
  /** There where a bank took a part of the payment back after a dispute, in cents. */
  lostCents: z.optional(z.number()),
  /** `failed` while money that could not be given back is owed (decision 0110); else of the newest attempt; null without any. */
  moneyBack: z.nullable(z.enum(moneyBackStates)),
  /** What remains after this order's payment, in cents. */
  balanceCents: z.number(),
  /** What was taken off the course's price, in cents: amount, balance and discount together are the price. */
  discountCents: z.number(),
  sessionId: z.nullable(z.string()),
  /** The hosted checkout, while it can still be paid. */
  checkoutUrl: z.nullable(z.string()),
  /** The seat is held until then, ISO; null when no hold is live. */
  holdExpiresAt: z.nullable(z.string()),
  /** ISO; null while nothing was paid. */
  paidAt: z.nullable(z.string()),
  /** An unseated order is refunded by itself then, ISO. */
  refundDueAt: z.nullable(z.string()),
  /**
   * true while an order is about to end: all money that is here for it is on its way back, and it ends once the card
   * provider has paid it; or what a bank settles for one in `processing` goes back on arrival, as `noSeat` says.
   */
  isEnding: z.optional(z.boolean()),
  /** There where money in `processing` buys no seat any more: the cohort is cancelled, or was moved and the time to answer is over. */
  noSeat: z.optional(z.enum(noSeatReasons)),
  /** There while the paid cohort is cancelled and the student has not chosen what to have instead. */
  cancelledRun: z.optional(
    z.object({
      /** What is not chosen until then is refunded by itself, ISO. */
      chooseBy: z.string(),
    }),
  ),
  /** There while the first day of the paid cohort was moved and the student has not answered. */
  movedRun: z.optional(
    z.object({
      /** The start that the student had chosen: `2027-02-01`, or a label. `cohort.startDate` is the new one. */
      startDateBefore: z.string(),
      /** What is not answered until then is refunded by itself, ISO. */
      chooseBy: z.string(),
    }),
  ),
});
export type Order = z.infer<typeof Order>;

export const OrderAnswer = z.object({ data: z.nullable(Order) });

export const ConfirmPaymentRequest = z.strictObject({ sessionId: z.string().check(z.minLength(1), z.maxLength(200)) });
export const ConfirmPaymentAnswer = z.object({ data: z.object({ order: Order, member: Member }) });
export type ConfirmedPayment = z.infer<typeof ConfirmPaymentAnswer>['data'];

const refundChoice = z.strictObject({ choice: z.literal('refund') });
const cohortChoice = z.strictObject({
  choice: z.literal('cohort'),
  cohortId: z.string().check(z.minLength(1), z.maxLength(64)),
  startDate: z.optional(StartAsRead),
});

/** What a member decides with an unseated order. */
export const ResolveUnseatedRequest = z.discriminatedUnion('choice', [refundChoice, cohortChoice]);

/** What a member decides with a seat in a cohort that is cancelled, or was moved. */
export const RunChoiceRequest = z.discriminatedUnion('choice', [
  refundChoice,
  cohortChoice,
  z.strictObject({
    /** The seat as it is, of a moved cohort alone. */
    choice: z.literal('keep'),
    startDate: StartAsRead,
  }),
]);

/** `payment-info`, JSON text in the member's custom fields. Names and values are the specification's. */
export interface PaymentInfo {
  cohortId: string;
  course: string;
  cohortName: string;
  cohortStartDate: string;
  paymentType: PaymentType;
  /** NZD in whole units, 12375 say. */
  amount: number;
  /** ISO */
  date: string;
  sessionId: string;
  status: 'completed';
}
