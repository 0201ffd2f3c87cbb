import type { ProviderCheckout } from '../../../platform/cards/card-checkouts.ts';
import type { ProviderPayment } from '../../../platform/cards/card-payments.ts';
import type { ProviderSubscription } from '../../../platform/cards/card-subscriptions.ts';
import { judgeCheckout, type Verdict } from '../../../platform/cards/verdict.ts';
import type { CheckoutRecord } from './checkouts.store.ts';

/** What the provider says a checkout has come to. */
export interface Outcome {
  checkout: ProviderCheckout;
  /** In mode `subscription`. */
  subscription: ProviderSubscription | undefined;
  /** The money that came in at once, where any did. */
  payment: ProviderPayment | undefined;
  /** The number taken before the provider was asked. */
  reading: number;
}

/** What a checkout means for who began it. */
export const judge = (
  record: CheckoutRecord,
  { checkout, subscription }: Omit<Outcome, 'reading' | 'payment'>,
): Verdict =>
  judgeCheckout(checkout, {
    isAsAsked: isSameAmount(record, checkout) && isSameSubscription(record, subscription),
    isFree: record.askedCents === 0,
    hasFailed: subscription?.status === 'incomplete_expired' || subscription?.status === 'canceled',
  });

const isSameSubscription = ({ mode, terms }: CheckoutRecord, subscription: ProviderSubscription | undefined) =>
  mode === 'payment'
    ? subscription === undefined
    : subscription?.priceCents === terms.amountCents && subscription.currency === terms.currency;

/** A percentage may be rounded either way, on each line. */
const toleranceCents = ({ terms }: CheckoutRecord) =>
  terms.couponId === null ? 0 : terms.setupFeeCents === null ? 1 : 2;

/** Whether what the provider takes, or has taken, is what we asked for. */
export const isSameAmount = (
  checkout: CheckoutRecord,
  { amountCents, currency }: { amountCents: number; currency: string },
): boolean => currency === checkout.currency && Math.abs(amountCents - checkout.askedCents) <= toleranceCents(checkout);
