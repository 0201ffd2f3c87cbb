import type { NoSeat } from '../../../../contract/payments.ts';
import type { CohortRecord } from '../../catalogue/cohorts.ts';
import type { OrderRecord } from '../orders/orders.store.ts';

/** The fields of an order that the texts use, and what the occasion adds. */
export type ToldOrder = Pick<
  OrderRecord,
  | 'id'
  | 'reference'
  | 'partner'
  | 'course'
  | 'paymentType'
  | 'amountCents'
  | 'balanceCents'
  | 'discountCents'
  | 'paidCents'
  | 'refundedCents'
  | 'lostCents'
  | 'paidAt'
  | 'movedFrom'
  | 'holdExpiresAt'
> & {
  /** What goes back now, where that may differ from what was ordered. */
  backCents?: number;
  /** Of what has gone back, what was paid by another way than the card. */
  elsewhereCents?: number;
  /** Why a moved run's seat ends: its student has taken the money, or has not answered. */
  moveAnswer?: 'refund' | 'no-answer' | undefined;
  /** Why what a bank is settling goes back on arrival. */
  noSeat?: NoSeat | undefined;
};
/** The fields of a cohort that the texts use. */
export type ToldCohort = Pick<
  CohortRecord,
  | 'name'
  | 'mode'
  | 'startDate'
  | 'startLabel'
  | 'schedule'
  | 'timeZone'
  | 'partners'
  | 'cancelledAt'
  | 'chooseBy'
  | 'answerMoveBy'
>;

/** What the news means for the seats of its member. */
export interface ToldSeats {
  /** Whether this order loses its seat, whose first day the receipt put into the member's calendar. */
  endsSeat?: boolean;
  /** Reference of another order of the member that is paid: its seat stays. */
  standing?: string | undefined;
}
