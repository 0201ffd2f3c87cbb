import type { PolicyGround } from '../../../../contract/console/order-care-schemas.ts';
import type { OrderState } from '../../../../contract/payments.ts';

/** What the policy judges an order by. */
export interface PolicyFacts {
  state: OrderState;
  /** Cents that can still go back. */
  refundableCents: number;
  /** What became of the run: moved where its student has not agreed to the new first day. */
  run: 'as-chosen' | 'cancelled' | 'moved';
}

/** The states in which the policy gives all money back, with the sentence of the policy that does. */
const grounds: Partial<Record<OrderState, PolicyGround>> = {
  unseated: 'class-full',
  review: 'amount-differs',
  // A refund that failed: the order has ended, and the money is owed.
  refunded: 'owed',
};

const groundsOfRuns: Readonly<Record<PolicyFacts['run'], PolicyGround | null>> = {
  'as-chosen': null,
  cancelled: 'cohort-cancelled',
  moved: 'cohort-moved',
};

/**
 * What the refund policy (`portal/legal/refund-policy.page.tsx`) gives back of an order: all of it on a ground it names,
 * otherwise nothing, because fees are non-refundable. What a student's law gives beyond that is for a person with
 * `refund-beyond-policy` to decide.
 */
export function judgeRefund({ state, refundableCents, run }: PolicyFacts): {
  policyCents: number;
  ground: PolicyGround | null;
} {
  const ground = grounds[state] ?? (state === 'paid' ? groundsOfRuns[run] : null);
  return refundableCents > 0 && ground ? { policyCents: refundableCents, ground } : { policyCents: 0, ground: null };
}
