import type { Moves } from '../../../platform/moves.ts';

/**
 * `open` can be paid; `processing` is paid by a bank that takes its time; `completed` gave the plan; `returning` is
 * being paid back because the plan could not be given, `returned` has been; `review` waits for a person.
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
 * Which state a checkout may go to from which. Money that comes late is heard from both unpaid endings; what has been
 * decided about money is not decided again. `moveCheckout` alone writes a state, and asks here.
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

export const canMove = (from: CheckoutState, to: CheckoutState): boolean => checkoutMoves[from].includes(to);

/** Checkouts that can be paid while their time is not over. */
export const payableState = 'open' satisfies CheckoutState;

/** Checkouts that money may still come for by itself. */
export const awaitedStates = [payableState, 'processing'] as const satisfies CheckoutState[];

/** Checkouts of which news is still to come: money for us, or money on its way back. */
export const unsettledStates = [...awaitedStates, 'returning'] as const satisfies CheckoutState[];

/** Checkouts that came to nothing. */
export const unpaidEndings = ['expired', 'failed'] as const satisfies CheckoutState[];

/** Checkouts that have used their coupon for good, or will when the bank has paid. */
export const couponUsingStates = ['processing', 'completed', 'review'] as const satisfies CheckoutState[];

const settledStates: readonly CheckoutState[] = ['completed', 'review', 'returning', 'returned'];

/** Whether its money has been dealt with; hearing of it again changes nothing. */
export const isSettled = (state: CheckoutState): boolean => settledStates.includes(state);
