import type { MoneyBack, OrderState } from '../../../contract/payments.ts';
import type { Moves } from '../../platform/moves.ts';

/**
 * Which state an order may go to from which. Money that comes late finds its way from every ended state,
 * because a card provider's events arrive in any order; nothing ever leads back to waiting for money. `moveOrder` alone
 * writes a state, and asks here.
 */
export const orderMoves: Moves<OrderState> = {
  draft: ['awaiting-payment', 'processing', 'paid', 'unseated', 'review', 'refunded', 'expired', 'cancelled', 'failed'],
  'awaiting-payment': ['processing', 'paid', 'unseated', 'review', 'refunded', 'expired', 'cancelled', 'failed'],
  processing: ['paid', 'unseated', 'review', 'refunded', 'failed'],
  paid: ['refunded'],
  unseated: ['paid', 'refunded'],
  review: ['refunded'],
  expired: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  cancelled: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  failed: ['processing', 'paid', 'unseated', 'review', 'refunded'],
  refunded: [],
};

export const canMove = (from: OrderState, to: OrderState): boolean => orderMoves[from].includes(to);

/** Orders whose card page may be open, or is being made. */
const payableStates = ['draft', 'awaiting-payment'] as const satisfies OrderState[];

/** Orders that money may still come for by itself, and hold a seat meanwhile. */
export const openStates = [...payableStates, 'processing'] as const satisfies OrderState[];

/** Orders whose money is here and neither refunded nor taken back. */
const keptStates = ['unseated', 'paid', 'review'] as const satisfies OrderState[];

/** Orders by which a member has a seat, money here, or money on its way. */
export const standingStates = [...openStates, ...keptStates] as const satisfies OrderState[];
export type StandingState = (typeof standingStates)[number];

/** Orders whose money has been recorded and dealt with; hearing of it again changes nothing. */
const settledStates = [...keptStates, 'refunded'] as const satisfies OrderState[];

const isOneOf =
  <State extends OrderState>(states: readonly State[]) =>
  (state: OrderState): state is State =>
    (states as readonly OrderState[]).includes(state);

export const isPayable = isOneOf(payableStates);
export const isOpen = isOneOf(openStates);
export const isStanding = isOneOf(standingStates);
export const isSettled = isOneOf(settledStates);

/** As the card provider has them, and `requested` before it has been asked. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled';

interface Returns {
  state: OrderState;
  paidCents: number;
  refundedCents: number;
  /** How the newest refund stands. */
  lastRefund: RefundState | null;
  isDisputeLost: boolean;
}

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
