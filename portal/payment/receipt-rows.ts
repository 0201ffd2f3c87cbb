import { courseCodeOf, courses } from '../../contract/courses.ts';
import type { Partner } from '../../contract/partners.ts';
import type { Order, PaymentInfo } from '../../contract/payments.ts';
import { formatAmount, formatDay, formatMoment, formatStart } from '../ui/format.ts';

export interface Receipt {
  reference: string;
  amount: string;
  rows: readonly { name: string; value: string }[];
}

/** What a receipt says when the saved payment cannot be read: nothing that might be wrong. */
const unreadable: Receipt = {
  reference: 'See confirmation email',
  amount: 'N/A',
  rows: [
    { name: 'Course', value: 'N/A' },
    { name: 'Cohort', value: 'N/A' },
    { name: 'Starts', value: 'See confirmation email' },
  ],
};

/**
 * The receipt of a payment, in words.
 *
 * @param info the saved payment; undefined when it cannot be read
 * @param order adds what only the order knows; null when there is none
 */
export function buildReceipt(
  partner: Pick<Partner, 'languageTag'>,
  info: PaymentInfo | undefined,
  order: Order | null,
): Receipt {
  if (!info) return unreadable;
  const own = order?.sessionId === info.sessionId ? order : null;
  const course = courseCodeOf(info.course);
  const rows: [string, string | null | undefined | false][] = [
    ['Course', course ? courses[course].name : info.course],
    ['Cohort', info.cohortName],
    ['Starts', formatStart(partner, info.cohortStartDate || 'Future')],
    ['Ends', own?.cohort.endDate && formatDay(partner, own.cohort.endDate)],
    ['Classes', own?.cohort.schedule],
    ['Payment type', info.paymentType === 'deposit' ? 'Deposit' : 'Paid in full'],
    ['Paid on', formatMoment(partner, info.date)],
    ['Balance to pay', own !== null && own.balanceCents > 0 && formatAmount(partner, own.balanceCents)],
    ['Refunded', own !== null && own.refundedCents > 0 && formatAmount(partner, own.refundedCents)],
    ['Payment id', info.sessionId],
  ];
  return {
    reference: own?.reference ?? info.sessionId,
    amount: formatAmount(partner, info.amount * 100),
    rows: rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])),
  };
}
