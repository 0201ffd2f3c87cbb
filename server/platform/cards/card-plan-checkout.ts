import type Stripe from 'stripe';
import { toSeconds } from './card-values.ts';

/** A hosted checkout for one price of a plan. Every amount comes from our price book, never from a browser. */
export interface PlanCheckoutOrder {
  /**
   * Our checkout's id: the client reference and the idempotency key. A retry with an equal order has the same checkout;
   * with any other parameter, `expiresAt` for example, the provider refuses.
   */
  checkoutId: string;
  /** The payer's customer id at the provider. */
  customerId: string;
  /** `payment` is paid once; `subscription` needs an interval. */
  mode: 'payment' | 'subscription';
  /** The seller's name on the card page. */
  seller: string;
  productName: string;
  /** A second line that describes the purchase. */
  priceName: string;
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  interval: PlanInterval | null;
  /** Days before the first payment of a subscription. */
  trialDays: number | null;
  /** Whether a trial asks for a card at once (the default); without a card the subscription ends with the trial. */
  trialNeedsCard?: boolean;
  /** One-off fee in cents, due with the first payment, or at once where there is a trial. */
  setupFeeCents: number | null;
  /** What `ensureCoupon` gave. */
  couponId: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  /** Metadata of the checkout and of the resulting payment or subscription. */
  metadata: Record<string, string>;
}

/** The billing interval of a subscription. */
export interface PlanInterval {
  type: 'YEARLY' | 'MONTHLY' | 'WEEKLY';
  /** Number of units between two payments. */
  count: number;
}

const intervals = { YEARLY: 'year', MONTHLY: 'month', WEEKLY: 'week' } as const;

/** Translates an order into the provider's parameters. */
export const planCheckoutParameters = (order: PlanCheckoutOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: order.mode,
  customer: order.customerId,
  client_reference_id: order.checkoutId,
  line_items: [planItem(order), ...setupFeeItem(order)],
  ...(order.couponId === null ? {} : { discounts: [{ coupon: order.couponId }] }),
  branding_settings: { display_name: order.seller },
  metadata: order.metadata,
  ...(order.mode === 'subscription' ? subscriptionParameters(order) : paymentParameters(order)),
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  expires_at: toSeconds(order.expiresAt),
});

type LineItem = NonNullable<Stripe.Checkout.SessionCreateParams['line_items']>[number];

const planItem = ({ currency, amountCents, productName, priceName, interval }: PlanCheckoutOrder): LineItem => ({
  quantity: 1,
  price_data: {
    currency: currency.toLowerCase(),
    unit_amount: amountCents,
    product_data: { name: productName, ...(priceName === '' ? {} : { description: priceName }) },
    ...(interval ? { recurring: { interval: intervals[interval.type], interval_count: interval.count } } : {}),
  },
});

const setupFeeItem = ({ currency, setupFeeCents, productName }: PlanCheckoutOrder): LineItem[] =>
  setupFeeCents === null
    ? []
    : [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: setupFeeCents,
            product_data: { name: 'Set-up fee', description: productName },
          },
        },
      ];

const paymentParameters = ({ metadata, productName }: PlanCheckoutOrder) => ({
  payment_intent_data: { metadata, description: productName },
});

/** A trial without a card cancels the subscription at its end: otherwise the provider would leave an open invoice. */
const subscriptionParameters = ({ metadata, trialDays, trialNeedsCard = true }: PlanCheckoutOrder) => ({
  subscription_data: {
    metadata,
    ...(trialDays === null ? {} : { trial_period_days: trialDays }),
    ...(trialDays === null || trialNeedsCard
      ? {}
      : { trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } }),
  },
  payment_method_collection: trialNeedsCard ? 'always' : 'if_required',
});
