import type { Order, OrderState } from '../../contract/payments.ts';
import type { Question } from './answers.ts';
import { enrolment } from './clients.ts';

/** The member's newest order. Asked anew on every page: its payment changes without the browser. */
export const orderQuestion: Question<Order | null> = { name: 'order', ask: enrolment.getOrder, freshMs: 0 };

/** What came in for an order and has not gone back. */
export const leftOf = ({ paidCents, refundedCents, lostCents = 0 }: Order): number =>
  paidCents - refundedCents - lostCents;

/** How an order stands for its member: while all of its money goes back there is nothing to choose or to pay. */
export type OrderStanding = OrderState | 'refunding';

/** The standing of an order as the service tells it. */
export const standingOfOrder = ({ state, isEnding }: Pick<Order, 'state' | 'isEnding'>): OrderStanding =>
  isEnding && state !== 'processing' ? 'refunding' : state;

/** What becomes of the seat while a bank settles the payment. */
export function seatWhileProcessing({
  isEnding,
  noSeat,
  holdExpiresAt,
}: Pick<Order, 'isEnding' | 'noSeat' | 'holdExpiresAt'>): 'kept' | 'none' | 'cancelled' | 'moved' {
  if (noSeat === 'run-moved') return 'moved';
  if (isEnding) return 'cancelled';
  return holdExpiresAt === null ? 'none' : 'kept';
}
