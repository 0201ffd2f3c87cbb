import type { PolicyGround } from '../../../../contract/console/order-care-schemas.ts';
import type { OrderState } from '../../../../contract/payments.ts';

/** What the policy judges an order by. */
export interface PolicyFacts {
  state: OrderState;
  /** Cents that can still go back. */
  refundableCents: number;
  /** Whether we have cancelled the cohort. */
  isCohortCancelled: boolean;
}

/** The states in which the policy gives all money back, with the sentence of the policy that does. */
const grounds: Partial<Record<OrderState, PolicyGround>> = {
  unseated: 'class-full',
  review: 'amount-differs',
  // A refund that failed: the order has ended, and the money is owed.
  refunded: 'owed',
};

/**
 * What the refund policy (`portal/legal/refund-policy.page.tsx`) gives back of an order: all of it on a ground it names,
 * otherwise nothing, because fees are non-refundable. What a student's law gives beyond that is for a person with
 * `refund-beyond-policy` to decide.
 */
export function judgeRefund({ state, refundableCents, isCohortCancelled }: PolicyFacts): {
  policyCents: number;
  ground: PolicyGround | null;
} {
  const ground = grounds[state] ?? (state === 'paid' && isCohortCancelled ? 'cohort-cancelled' : null);
  return refundableCents > 0 && ground ? { policyCents: refundableCents, ground } : { policyCents: 0, ground: null };
}
