import type { Order } from '../../contract/payments.ts';
import { findPendingPayment } from '../session/browser-keys.ts';

/** What the enrol page needs to take up an attempt again, as navigation state. */
export function attemptAgain(order: Order | null | undefined) {
  const fromOrder = order && {
    course: order.course,
    cohortId: order.cohort.id,
    cohortName: order.cohort.name,
    cohortStartDate: order.cohort.startDate,
    cohortEndDate: order.cohort.endDate ?? '',
    cohortSchedule: order.cohort.schedule ?? '',
    paymentType: order.paymentType,
  };
  // The order is the newest attempt on any device; this browser may still keep an older one.
  return { retryPayment: true, paymentData: fromOrder ?? findPendingPayment() };
}
