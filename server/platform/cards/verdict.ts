import type { ProviderCheckout } from './card-checkouts.ts';

/** What a checkout means for who opened it. */
export type Verdict = 'paid' | 'differs' | 'settling' | 'failed' | 'expired' | 'open';

/** What the seller knows of a checkout, beside what the provider says of it. */
export interface Expected {
  /** The amount, the currency and whatever else the seller compares are those asked for. */
  isAsAsked: boolean;
  /** Nothing was asked, so nothing has to be paid. */
  isFree?: boolean;
  /** The seller knows that no money will come, though the payment does not say so: its subscription has ended, say. */
  hasFailed?: boolean;
}

/** Judges a checkout as the provider sees it now. Only `paid` may give the buyer anything. Decision 0029. */
export function judgeCheckout(
  { status, paymentStatus, payment }: Pick<ProviderCheckout, 'status' | 'paymentStatus' | 'payment'>,
  { isAsAsked, isFree = false, hasFailed = false }: Expected,
): Verdict {
  if (status !== 'complete') return status;
  if (paymentStatus === 'unpaid') return hasFailed || isGivenUp(payment) ? 'failed' : 'settling';
  // `no_payment_required` counts only where nothing was asked.
  const isPaid = paymentStatus === 'paid' || isFree;
  return isPaid && isAsAsked ? 'paid' : 'differs';
}

/** A payment that settles later and did not: the provider asks for another method or has cancelled it. */
const isGivenUp = (payment: ProviderCheckout['payment']) =>
  payment?.state === 'requires_payment_method' || payment?.state === 'canceled';
