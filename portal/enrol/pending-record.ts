import type { Cohort } from '../../contract/cohorts.ts';
import type { PaymentType } from '../../contract/payments.ts';
import type { PendingPayment } from '../session/browser-keys.ts';
import { hasDate } from '../ui/format.ts';

/** Fixed by the record's format and never read: what is charged comes from the service's price book. */
const recordedAmounts: Record<PaymentType, number> = { full: 13_200, deposit: 500 };

/**
 * The record of an attempt to pay, as it is kept in the browser.
 *
 * @param attempt who pays how for which cohort; `nowMs` is milliseconds since the epoch
 */
export function buildPendingRecord(attempt: {
  cohort: Cohort;
  paymentType: PaymentType;
  userEmail: string;
  nowMs: number;
}): PendingPayment {
  const { cohort, paymentType, userEmail, nowMs } = attempt;
  return {
    course: cohort.course,
    cohortId: cohort.id,
    cohortName: cohort.name,
    cohortStartDate: hasDate(cohort.startDate) ? cohort.startDate : '',
    cohortEndDate: cohort.endDate ?? '',
    cohortSchedule: cohort.schedule ?? '',
    paymentType,
    userEmail,
    amount: recordedAmounts[paymentType],
    timestamp: new Date(nowMs).toISOString(),
    status: 'pending',
  };
}
