import type { ProviderCheckout } from './card-checkouts.ts';

/** What a checkout means for its seller. */
export type Verdict = 'paid' | 'differs' | 'settling' | 'failed' | 'expired' | 'open';

/** The seller's own knowledge about a checkout. */
export interface Expected {
  /** Amount, currency and all else that the seller compares equal the order. */
  isAsAsked: boolean;
  /** The order was free, so nothing has to be paid. */
  isFree?: boolean;
  /** The seller knows that no money will come, for example because the subscription has ended. */
  hasFailed?: boolean;
}

/** Judges a checkout as the provider sees it now. Only `paid` may give the buyer anything. Decision 0029. */
export function judgeCheckout(
  { status, paymentStatus, payment }: Pick<ProviderCheckout, 'status' | 'paymentStatus' | 'payment'>,
  { isAsAsked, isFree = false, hasFailed = false }: Expected,
): Verdict {
  if (status !== 'complete') return status;
  if (paymentStatus === 'unpaid') return hasFailed || isAbandoned(payment) ? 'failed' : 'settling';
  // `no_payment_required` counts as paid only for a free order.
  const isPaid = paymentStatus === 'paid' || isFree;
  return isPaid && isAsAsked ? 'paid' : 'differs';
}

/** Whether a delayed payment has failed: the provider asks for another method or has cancelled it. */
const isAbandoned = (payment: ProviderCheckout['payment']) =>
  payment?.state === 'requires_payment_method' || payment?.state === 'canceled';
