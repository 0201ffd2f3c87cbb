import { courseCodeOf, courses } from '../../shared/courses.ts';
import type { Partner } from '../../shared/partners.ts';
import type { Order, PaymentInfo, PaymentType } from '../../contract/payments.ts';
import { paymentMessages } from '../messages/payment.ts';
import { ownHours, ownStart, readerZone } from '../session/cohort-times.ts';
import { formatOnBothClocks } from '../ui/both-clocks.ts';
import { formatAmount, formatDay, formatSchedule, formatStart, unbroken } from '../ui/format.ts';

export interface Receipt {
  reference: string;
  amount: string;
  /** What the card provider calls the payment; for those who ask it, not for reading. */
  paymentId: string | null;
  rows: readonly { name: string; value: string }[];
}

/** A paid-for place, from whichever source knows it. */
export interface Purchase {
  course: string;
  cohortName: string;
  /** A day, a month, or a word, as cohorts carry it. */
  startDate: string;
  paymentType: PaymentType;
  paidCents: number;
  /** ISO; null where it is not known. */
  paidAt: string | null;
  sessionId: string | null;
  /** The order of this very payment, which knows more. */
  order: Order | null;
}

/**
 * What was bought: as it was saved with the payment, else as the newest order has it.
 *
 * @param info the saved payment; undefined when it cannot be read
 * @returns undefined where neither tells
 */
export function findPurchase(info: PaymentInfo | undefined, order: Order | null): Purchase | undefined {
  if (info) {
    return {
      course: info.course,
      cohortName: info.cohortName,
      startDate: info.cohortStartDate,
      paymentType: info.paymentType,
      paidCents: info.amount * 100,
      paidAt: info.date,
      sessionId: info.sessionId,
      order: order?.sessionId === info.sessionId ? order : null,
    };
  }
  if (order?.state !== 'paid') return undefined;
  const { course, cohort, paymentType, paidCents, paidAt, sessionId } = order;
  return {
    course,
    cohortName: cohort.name,
    startDate: cohort.startDate,
    paymentType,
    paidCents,
    paidAt,
    sessionId,
    order,
  };
}

/** What a receipt says when nothing is known: nothing that might be wrong. */
const unreadable: Receipt = {
  reference: paymentMessages.seeMail,
  amount: paymentMessages.unreadable,
  paymentId: null,
  rows: [
    { name: 'Course', value: paymentMessages.unreadable },
    { name: 'Cohort', value: paymentMessages.unreadable },
    { name: 'Starts', value: paymentMessages.seeMail },
  ],
};

/** Less than the whole price may have been paid, which staff then accepted. */
const paymentTypeWords = (paymentType: PaymentType, balanceCents: number): string => {
  if (paymentType === 'deposit') return 'Deposit';
  return balanceCents > 0 ? 'Paid in part' : 'Paid in full';
};

/**
 * The receipt of a payment, in words.
 *
 * @param zone IANA zone of the reader
 */
export function buildReceipt(
  partner: Pick<Partner, 'languageTag' | 'timeZone'>,
  purchase: Purchase | undefined,
  zone: string = readerZone,
): Receipt {
  if (!purchase) return unreadable;
  const { order, paymentType, paidAt, sessionId } = purchase;
  const course = courseCodeOf(purchase.course);
  // Missing in a rolling release, while a process of the release before answers: the price is left out then.
  const discountCents = order?.discountCents;
  const rows: [string, string | null | undefined | false][] = [
    ['Course', course ? courses[course].name : purchase.course],
    ['Cohort', purchase.cohortName],
    ['Starts', formatStart(partner, purchase.startDate)],
    ['Begins for you', order && ownStart(partner, order.cohort, zone)],
    ['Ends', order?.cohort.endDate && formatDay(partner, order.cohort.endDate)],
    ['Classes', order?.cohort.schedule && unbroken(formatSchedule(order.cohort.schedule, order.cohort.timeZone))],
    ['Classes for you', order && ownHours(partner, order.cohort, zone).join('; ')],
    ['Payment type', paymentTypeWords(paymentType, order?.balanceCents ?? 0)],
    [
      'Paid on',
      paidAt && unbroken(formatOnBothClocks(partner, paidAt, { meant: partner.timeZone, reader: zone }).join('; ')),
    ],
    [
      'Course price',
      order &&
        discountCents !== undefined &&
        formatAmount(partner, order.amountCents + order.balanceCents + discountCents),
    ],
    ['Discount', discountCents !== undefined && discountCents > 0 && `−${formatAmount(partner, discountCents)}`],
    ['Balance to pay', order !== null && order.balanceCents > 0 && formatAmount(partner, order.balanceCents)],
    ['Refunded', order !== null && order.refundedCents > 0 && formatAmount(partner, order.refundedCents)],
    ['Taken back by your bank', order?.lostCents !== undefined && formatAmount(partner, order.lostCents)],
  ];
  return {
    reference: order?.reference ?? sessionId ?? unreadable.reference,
    amount: formatAmount(partner, purchase.paidCents),
    paymentId: sessionId,
    rows: rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])),
  };
}
