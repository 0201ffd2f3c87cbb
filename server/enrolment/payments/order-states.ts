import type { MoneyBack, OrderState } from '../../../contract/payments.ts';
import type { OrderRecord } from './orders.store.ts';

/**
 * Which state an order may go to from which. Money that comes late finds its way from every ended state,
 * because a card provider's events arrive in any order; nothing ever leads back to waiting for money.
 */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  draft: ['awaiting-payment', 'processing', 'paid', 'unseated', 'review', 'refunded', 'expired', 'cancelled', 'failed'],
  'awaiting-payment': ['processing', 'paid', 'unseated', 'review', 'refunded', 'expired', 'cancelled', 'failed'],
  processing: ['paid', 'unseated', 'review', 'refunded', 'failed'],
  paid: ['refunded', 'review'],
  unseated: ['paid', 'refunded', 'review'],
  review: ['paid', 'unseated', 'refunded'],
  expired: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  cancelled: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  failed: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  refunded: ['review'],
};

export const canMove = (from: OrderState, to: OrderState): boolean => orderMoves[from].includes(to);

/** Orders that may still be paid, and hold a seat meanwhile. */
const openStates = ['draft', 'awaiting-payment', 'processing'] as const satisfies OrderState[];

/** Orders whose money has been recorded and dealt with; hearing of it again changes nothing. */
const settledStates = ['paid', 'unseated', 'review', 'refunded'] as const satisfies OrderState[];

export const isOpen = (state: OrderState): boolean => (openStates as readonly OrderState[]).includes(state);
export const isSettled = (state: OrderState): boolean => (settledStates as readonly OrderState[]).includes(state);

type Returns = Pick<OrderRecord, 'state' | 'paidCents' | 'refundedCents' | 'lastRefund' | 'isDisputeLost'>;

/** What became of money that was to go back; null where none ever was. */
export function moneyBackOf(order: Returns): MoneyBack | null {
  const { state, lastRefund, isDisputeLost } = order;
  if (isDisputeLost) return 'taken-by-bank';
  if (state === 'refunded' && hasReturnedAll(order)) return 'returned';
  if (lastRefund === 'requested' || lastRefund === 'pending') return 'on-its-way';
  // Of an order that has ended all the money is owed, not only what the newest refund was about.
  if (state === 'refunded') return 'failed';
  if (lastRefund === 'succeeded') return 'returned';
  return lastRefund === 'failed' ? 'failed' : null;
}

export const hasReturnedAll = ({ paidCents, refundedCents }: Pick<Returns, 'paidCents' | 'refundedCents'>): boolean =>
  refundedCents >= paidCents;
