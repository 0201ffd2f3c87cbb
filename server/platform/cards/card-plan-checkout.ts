import type Stripe from 'stripe';
import { toSeconds } from './card-values.ts';

/** A hosted checkout for one price of a plan. Every amount comes from our price book, never from a browser. */
export interface PlanCheckoutOrder {
  /**
   * Our checkout's id: the reference, and the idempotency key. Asked twice with the same order it makes one checkout; with
   * another order, another `expiresAt` say, the provider refuses.
   */
  checkoutId: string;
  /** The provider's id of who pays. */
  customerId: string;
  /** `payment` is paid once; `subscription` needs an interval. */
  mode: 'payment' | 'subscription';
  /** Who is paid, as the card page names them. */
  seller: string;
  productName: string;
  /** A second line about what is bought. */
  priceName: string;
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  interval: PlanInterval | null;
  /** Days before the first payment of a subscription. */
  trialDays: number | null;
  /** Whether a trial asks for a card at once, as it does unless told otherwise; without one it ends with the trial. */
  trialNeedsCard?: boolean;
  /** Paid once, with the first payment, and at once where there is a trial. */
  setupFeeCents: number | null;
  /** What `ensureCoupon` gave. */
  couponId: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  /** Goes on the checkout, and on the payment or subscription that comes of it. */
  metadata: Record<string, string>;
}

export interface PlanInterval {
  type: 'YEARLY' | 'MONTHLY' | 'WEEKLY';
  /** Every so many. */
  count: number;
}

const intervals = { YEARLY: 'year', MONTHLY: 'month', WEEKLY: 'week' } as const;

/** The order in the provider's words. */
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

/** A trial without a card cannot go on by itself, so it ends the subscription rather than leaving an open invoice. */
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
