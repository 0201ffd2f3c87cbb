import * as z from 'zod/mini';
import { courseCodes } from '../../shared/courses.ts';
import { limits } from '../limits.ts';
import { orderStates, paymentTypes, StartAsRead } from '../payments.ts';
import { matterKinds } from './matter-kinds.ts';

/** Ways out of a matter by which no money moves. */
export const plainWays = ['accept', 'move', 'confirm', 'not-confirmed', 'keep', 'note', 'seen'] as const;
/** Ways out by which money moves, or is said to have moved: each asks for a fresh proof. */
export const moneyWays = ['accept-and-return', 'pay-back', 'retry', 'returned-elsewhere'] as const;
export type PlainWay = (typeof plainWays)[number];
export type MoneyWay = (typeof moneyWays)[number];
export type MatterWay = PlainWay | MoneyWay;

/** Levels by which staff confirm what a student claimed: they need neither an advisor nor a confirmation. */
export const confirmableLevels = ['level5', 'level6', 'level7', 'level8', 'level9', 'level10'] as const;
export type ConfirmableLevel = (typeof confirmableLevels)[number];

export const MatterParams = z.object({ matterId: z.string().check(z.maxLength(100)) });

const reason = z.string().check(z.minLength(1), z.maxLength(limits.reasonMaxLength));

/** Of a way without money. */
export const DecideRequest = z.strictObject({
  way: z.enum(plainWays),
  reason,
  /** Of `move`: where the student goes. */
  cohortId: z.optional(z.string().check(z.maxLength(100))),
  /** Of `move`: the start of that cohort. */
  startDate: z.optional(StartAsRead),
  /** Of `confirm`: what the student has. */
  educationLevel: z.optional(z.enum(confirmableLevels)),
});

/** Of a way that moves money. */
export const MoveMoneyRequest = z.strictObject({
  way: z.enum(moneyWays),
  reason,
  /** Of `returned-elsewhere`: by which the other payment is found. */
  reference: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

const cents = z.number();
const moment = z.string();

const MatterOrder = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(orderStates),
  /** Of the member. */
  siteId: z.string(),
  memberId: z.string(),
  /** The student's name; empty where the account is deleted. */
  student: z.string(),
  /** null where the account is deleted. */
  email: z.nullable(z.string()),
  /** The level that the student was last checked with, or that staff confirmed; null where neither is known. */
  educationLevel: z.nullable(z.string()),
  course: z.enum(courseCodes),
  cohortId: z.string(),
  cohort: z.string(),
  paymentType: z.enum(paymentTypes),
  currency: z.string(),
  /** What the order asks for now. */
  amountCents: cents,
  /** What stays open of the course's price. */
  balanceCents: cents,
  paidCents: cents,
  refundedCents: cents,
  createdAt: moment,
  paidAt: z.nullable(moment),
  /** When the money of an unseated order goes back by itself. */
  refundDueAt: z.nullable(moment),
  /** Until when a seat is held; null where none is. */
  holdUntil: z.nullable(moment),
});

const MatterPayment = z.object({
  /** The provider's. */
  id: z.string(),
  amountCents: cents,
  currency: z.string(),
  at: moment,
  /** By the bank, after a dispute. */
  isTakenBack: z.boolean(),
});

const MatterRefund = z.object({
  id: z.string(),
  amountCents: cents,
  state: z.string(),
  source: z.string(),
  reason: z.string(),
  at: moment,
});

/** An unknown payment, of no order or checkout of ours, as the card provider has it now. */
const StrangersPayment = z.object({
  /** null for a subscription that began without a payment. */
  id: z.nullable(z.string()),
  amountCents: cents,
  refundedCents: cents,
  /** Taken back by the bank; left out by a server of the release before. */
  lostCents: z.optional(cents),
  currency: z.string(),
  at: moment,
});

const MatterCohort = z.object({
  id: z.string(),
  name: z.string(),
  /** A day, or a word such as "Future". */
  starts: z.string(),
  free: z.number(),
  taken: z.number(),
  capacity: z.number(),
});

const Decided = z.object({
  /** null for one that ended by itself, or was resolved before names were kept. */
  by: z.nullable(z.string()),
  at: z.nullable(moment),
  way: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
/** Who decided a matter, and how. */
export type MatterDecision = z.infer<typeof Decided>;

const OpenWay = z.object({
  way: z.enum([...plainWays, ...moneyWays]),
  /** What goes back to the payer. */
  backCents: cents,
  /** What stays to be paid afterwards. */
  openCents: cents,
});
/** A way out that is open now, with what it moves. */
export type OpenWay = z.infer<typeof OpenWay>;

const Detail = z.object({
  id: z.string(),
  kind: z.enum(matterKinds),
  /** The kind of the review, `amount-differs` say; else the kind again. */
  about: z.string(),
  /** The id of the order, checkout or cohort. */
  subject: z.string(),
  /** Codes; null for every partner, or none. */
  partners: z.nullable(z.array(z.string())),
  note: z.string(),
  at: moment,
  order: z.nullable(MatterOrder),
  payments: z.array(MatterPayment),
  refunds: z.array(MatterRefund),
  cohort: z.nullable(MatterCohort),
  provider: z.nullable(StrangersPayment),
  /** An open dispute is about what a failed refund owes: it is not paid another way meanwhile. */
  isDisputed: z.boolean(),
  /** Empty for a matter that is decided, and for one that ends by itself. */
  ways: z.array(OpenWay),
  /** Where the student may go instead. */
  cohorts: z.array(MatterCohort),
  /** null while it waits. */
  decided: z.nullable(Decided),
});
/** A matter with all that is needed to decide it. */
export type MatterDetail = z.infer<typeof Detail>;

export const MatterAnswer = z.object({ data: Detail });
