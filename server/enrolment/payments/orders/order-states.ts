import type { MoneyBack, OrderState } from '../../../../contract/payments.ts';
import type { Moves } from '../../../platform/moves.ts';

/**
 * The state machine of orders: allowed moves by state. Late money is accepted in every ended state, because a card
 * provider's events arrive out of order; no move leads back to waiting for money. `moveOrder`, the only writer of a
 * state, enforces it.
 */
export const orderMoves: Moves<OrderState> = {
  draft: ['awaiting-payment', 'processing', 'paid', 'unseated', 'review', 'refunded', 'expired', 'cancelled', 'failed'],
  'awaiting-payment': ['processing', 'paid', 'unseated', 'review', 'refunded', 'expired', 'cancelled', 'failed'],
  processing: ['paid', 'unseated', 'review', 'refunded', 'failed'],
  paid: ['refunded'],
  unseated: ['paid', 'refunded'],
  review: ['paid', 'unseated', 'refunded'],
  expired: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  cancelled: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  failed: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  refunded: [],
};

/** Whether `orderMoves` allows a transition. */
export const canMove = (from: OrderState, to: OrderState): boolean => orderMoves[from].includes(to);

/** States in which the hosted checkout may be open or in creation. */
const payableStates = ['draft', 'awaiting-payment'] as const satisfies OrderState[];

/** States in which money may still arrive; such an order holds a seat. */
export const openStates = [...payableStates, 'processing'] as const satisfies OrderState[];

/** States in which the money is here and neither refunded nor charged back. */
const keptStates = ['unseated', 'paid', 'review'] as const satisfies OrderState[];

/** States in which a member has a seat, money here, or money on its way. */
export const standingStates = [...openStates, ...keptStates] as const satisfies OrderState[];
export type StandingState = (typeof standingStates)[number];

/** States in which the money has been dealt with; a repeated event changes nothing. */
const settledStates = [...keptStates, 'refunded'] as const satisfies OrderState[];

const isOneOf =
  <State extends OrderState>(states: readonly State[]) =>
  (state: OrderState): state is State =>
    (states as readonly OrderState[]).includes(state);

export const isPayable = isOneOf(payableStates);
export const isOpen = isOneOf(openStates);
export const isKept = isOneOf(keptStates);
export const isStanding = isOneOf(standingStates);
export const isSettled = isOneOf(settledStates);

/** The card provider's refund states, and `requested` before the provider was asked. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled';

interface Returns {
  state: OrderState;
  paidCents: number;
  refundedCents: number;
  /** What refunds failed to pay back, but for what was tried again or paid another way. */
  failedCents: number;
  /** State of the newest refund. */
  lastRefund: RefundState | null;
  isDisputeLost: boolean;
  lostCents: number;
}

/** State of the money that was to go back; null if none ever was. */
export function moneyBackOf(order: Returns): MoneyBack | null {
  const { state, refundedCents, failedCents, lastRefund, isDisputeLost } = order;
  if (isDisputeLost) return 'taken-by-bank';
  if (state === 'refunded' && hasReturnedAll(order)) return 'returned';
  if (failedCents > 0) return 'failed';
  if (lastRefund === 'requested' || lastRefund === 'pending') return 'on-its-way';
  // An ended order owes all of its money, not only what refunds failed to pay back.
  if (state === 'refunded') return 'failed';
  return refundedCents > 0 ? 'returned' : null;
}

/** Whether all money received has been refunded, but for parts of payments that the bank took back. */
export const hasReturnedAll = ({
  paidCents,
  refundedCents,
  lostCents,
}: Pick<Returns, 'paidCents' | 'refundedCents' | 'lostCents'>): boolean => refundedCents + lostCents >= paidCents;
