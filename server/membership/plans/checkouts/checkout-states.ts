import type { Moves } from '../../../platform/moves.ts';

/**
 * `open` can be paid; `processing` is paid by a method that settles later; `completed` gave the plan; `returning` is
 * being refunded because the plan could not be given, `returned` has been; `review` waits for staff.
 */
export type CheckoutState =
  | 'open'
  | 'processing'
  | 'completed'
  | 'expired'
  | 'failed'
  | 'review'
  | 'returning'
  | 'returned';

/**
 * The state machine of a checkout. A late payment leads out of both unpaid endings; a decision about money is final.
 * `moveCheckout` is the only writer of a state, and checks this table.
 */
export const checkoutMoves: Moves<CheckoutState> = {
  open: ['processing', 'completed', 'expired', 'failed', 'review', 'returning'],
  processing: ['completed', 'expired', 'failed', 'review', 'returning'],
  expired: ['processing', 'completed', 'review', 'returning'],
  failed: ['processing', 'completed', 'review', 'returning'],
  completed: [],
  returning: ['returned', 'review'],
  returned: [],
  review: [],
};

/** Whether the table allows a move. */
export const canMove = (from: CheckoutState, to: CheckoutState): boolean => checkoutMoves[from].includes(to);

/** Checkouts that can be paid until they expire. */
export const payableState = 'open' satisfies CheckoutState;

/** Checkouts that may still be paid without another act of ours. */
export const awaitedStates = [payableState, 'processing'] as const satisfies CheckoutState[];

/** Checkouts with an expected event: a payment or a refund. */
export const unsettledStates = [...awaitedStates, 'returning'] as const satisfies CheckoutState[];

/** Checkouts that ended unpaid. */
export const unpaidEndings = ['expired', 'failed'] as const satisfies CheckoutState[];

/** Checkouts that have used their coupon, or will once the payment settles. */
export const couponUsingStates = ['processing', 'completed', 'review'] as const satisfies CheckoutState[];

const settledStates: readonly CheckoutState[] = ['completed', 'review', 'returning', 'returned'];

/** Whether its money is decided on; a repeated event changes nothing (idempotent). */
export const isSettled = (state: CheckoutState): boolean => settledStates.includes(state);
