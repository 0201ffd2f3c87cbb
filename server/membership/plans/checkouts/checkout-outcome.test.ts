import { describe, expect, test } from 'vitest';
import type { ProviderCheckout } from '../../../platform/cards/card-checkouts.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../../platform/cards/card-subscriptions.ts';
import { buildProviderCheckout } from '../../../testing/provider-checkout.ts';
import { judge } from './checkout-outcome.ts';
import type { CheckoutRecord } from './checkouts.store.ts';

const price = { amountCents: 1_900, currency: 'NZD' };

interface Told {
  mode?: 'payment' | 'subscription';
  askedCents?: number;
  couponId?: string;
  setupFeeCents?: number;
  checkout?: Partial<ProviderCheckout>;
  subscription?: Partial<ProviderSubscription>;
  paidInvoices?: number;
}

const verdictOf = ({
  mode = 'payment',
  askedCents = 1_900,
  couponId,
  setupFeeCents,
  checkout,
  subscription,
  paidInvoices = 1,
}: Told = {}) =>
  judge(
    {
      mode,
      askedCents,
      currency: price.currency,
      terms: { ...price, couponId: couponId ?? null, setupFeeCents: setupFeeCents ?? null },
    } as CheckoutRecord,
    {
      checkout: buildProviderCheckout({ ...price, ...checkout }),
      subscription:
        subscription &&
        ({ status: 'active', priceCents: 1_900, currency: 'NZD', ...subscription } as ProviderSubscription),
      paidInvoices,
    },
  );
const subscribed: Told = { mode: 'subscription', checkout: { payment: null }, subscription: {} };
const waiting: Told = { ...subscribed, checkout: { payment: null, paymentStatus: 'unpaid' } };
const invoice = (status: 'open' | 'paid', amountCents: number) => ({ status, amountCents }) as ProviderInvoice;
const nothingPaid = { amountCents: 0, paymentStatus: 'no_payment_required', payment: null } as const;

describe('a plan paid once', () => {
  test.for<[string, Told, string]>([
    ['its price', {}, 'paid'],
    ['another amount', { checkout: { amountCents: 1_899 } }, 'differs'],
    ['another currency', { checkout: { currency: 'AUD' } }, 'differs'],
    ['a cent more with a coupon', { couponId: 'c', checkout: { amountCents: 1_901 } }, 'paid'],
    ['two cents more with a coupon', { couponId: 'c', checkout: { amountCents: 1_902 } }, 'differs'],
    [
      'two cents less, rounded on two lines',
      { couponId: 'c', setupFeeCents: 500, checkout: { amountCents: 1_898 } },
      'paid',
    ],
    ['nothing, where nothing was asked', { askedCents: 0, checkout: nothingPaid }, 'paid'],
    ['nothing, where a cent was asked', { askedCents: 1, couponId: 'c', checkout: nothingPaid }, 'differs'],
    ['its price, and a subscription that was not asked for', { subscription: {} }, 'differs'],
  ])('by %s', ([, told, verdict]) => {
    expect(verdictOf(told)).toBe(verdict);
  });
});

describe('a subscription', () => {
  test.for<[string, Told, string]>([
    ['at its price', subscribed, 'paid'],
    ['that is on trial, with nothing to pay yet', { ...subscribed, askedCents: 0, checkout: nothingPaid }, 'paid'],
    ['the provider does not know', { ...subscribed, subscription: undefined }, 'differs'],
    ['at another price', { ...subscribed, subscription: { priceCents: 1_901 } }, 'differs'],
    ['in another currency', { ...subscribed, subscription: { currency: 'AUD' } }, 'differs'],
    ['that waits for a bank', { ...waiting, subscription: { status: 'incomplete' } }, 'settling'],
    [
      'whose first payment is on its way',
      { ...waiting, subscription: { latestInvoice: invoice('open', 1_900) } },
      'settling',
    ],
    [
      'whose first payment was collected later',
      { ...waiting, subscription: { latestInvoice: invoice('paid', 1_900) } },
      'paid',
    ],
    [
      'that has paid an invoice of nothing alone',
      { ...waiting, subscription: { latestInvoice: invoice('paid', 0) } },
      'settling',
    ],
    [
      'that was paid and is past due again',
      { ...waiting, subscription: { status: 'past_due', latestInvoice: invoice('paid', 1_900) } },
      'settling',
    ],
    ['whose first payment never came', { ...waiting, subscription: { status: 'incomplete_expired' } }, 'failed'],
    ['that has been cancelled unpaid', { ...waiting, subscription: { status: 'canceled' } }, 'failed'],
  ])('%s', ([, told, verdict]) => {
    expect(verdictOf(told)).toBe(verdict);
  });
});
