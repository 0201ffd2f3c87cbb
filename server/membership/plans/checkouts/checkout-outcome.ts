import type { ProviderCheckout } from '../../../platform/cards/card-checkouts.ts';
import type { ProviderPayment } from '../../../platform/cards/card-payments.ts';
import type { ProviderSubscription } from '../../../platform/cards/card-subscriptions.ts';
import { judgeCheckout, type Verdict } from '../../../platform/cards/verdict.ts';
import type { CheckoutRecord } from './checkouts.store.ts';

/** A checkout as the provider describes it, with subscription and payment. */
export interface Outcome {
  checkout: ProviderCheckout;
  /** For mode `subscription`. */
  subscription: ProviderSubscription | undefined;
  /** Paid invoices of the subscription, where the checkout is unpaid; 0 where they were not asked for. */
  paidInvoices: number;
  /** The immediate payment, if any. */
  payment: ProviderPayment | undefined;
  /** Number of the reading, taken before the request. */
  reading: number;
}

/** The verdict on a checkout. */
export function judge(record: CheckoutRecord, outcome: Omit<Outcome, 'reading' | 'payment'>): Verdict {
  const { checkout, subscription } = outcome;
  return judgeCheckout(isCollectedLater(outcome) ? { ...checkout, paymentStatus: 'paid' } : checkout, {
    isAsAsked: isSameAmount(record, checkout) && isSameSubscription(record, subscription),
    isFree: record.askedCents === 0,
    hasFailed: subscription?.status === 'incomplete_expired' || subscription?.status === 'canceled',
  });
}

/**
 * A first payment that failed at the bank is tried again for its invoice, not for its checkout, which may stay `unpaid` then.
 * An invoice of nothing collects no money; of several, the latest alone would be written down as the checkout's payment.
 */
const isCollectedLater = ({ checkout, subscription, paidInvoices }: Omit<Outcome, 'reading' | 'payment'>): boolean =>
  checkout.paymentStatus === 'unpaid' &&
  subscription?.status === 'active' &&
  subscription.latestInvoice?.status === 'paid' &&
  subscription.latestInvoice.amountCents > 0 &&
  paidInvoices === 1;

const isSameSubscription = ({ mode, terms }: CheckoutRecord, subscription: ProviderSubscription | undefined) =>
  mode === 'payment'
    ? subscription === undefined
    : subscription?.priceCents === terms.amountCents && subscription.currency === terms.currency;

/** The provider may round a percentage either way, on each line: a cent a line. */
const toleranceCents = ({ terms }: CheckoutRecord) =>
  terms.couponId === null ? 0 : terms.setupFeeCents === null ? 1 : 2;

/** Whether the provider's amount and currency are those we asked for. */
export const isSameAmount = (
  checkout: CheckoutRecord,
  { amountCents, currency }: { amountCents: number; currency: string },
): boolean => currency === checkout.currency && Math.abs(amountCents - checkout.askedCents) <= toleranceCents(checkout);
