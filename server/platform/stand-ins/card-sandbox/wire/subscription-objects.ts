import { newWireId, nowSeconds } from './ids.ts';
import type { LineItem, SubscriptionData } from './objects.ts';
import type { Price, Recurring, Subscription, SubscriptionItem } from './subscription-types.ts';

export interface NewSubscription {
  customer: string;
  currency: string;
  /** What is billed again and again. */
  items: LineItem[];
  data: SubscriptionData;
  paymentMethod: string | null;
  period: { start: number; end: number };
  isTrial: boolean;
}

export function makeSubscription(given: NewSubscription): Subscription {
  const id = newWireId('sub_1');
  const { period, isTrial } = given;
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: isTrial ? period.end : period.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: nowSeconds(),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: given.data.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: given.items.map((item) => makeSubscriptionItem(item, id, period)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.data.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: period.start,
    status: isTrial ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: isTrial ? period.end : null,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: given.data.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      },
    },
    trial_start: isTrial ? period.start : null,
  };
}

const makeSubscriptionItem = (
  { price, quantity }: LineItem,
  subscription: string,
  period: NewSubscription['period'],
): SubscriptionItem => ({
  id: newWireId('si_', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: nowSeconds(),
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price, recurringOf(price)),
  price,
  quantity,
  subscription,
  tax_rates: [],
});

/** The same price once more, as it was called before there were prices. The wire still carries it. */
const planOf = (price: Price, { interval, interval_count, usage_type }: Recurring): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval,
  interval_count,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type,
});

/** @throws Error for a price that is paid once, which cannot be in a subscription */
export function recurringOf({ id, recurring }: Price): Recurring {
  if (!recurring) throw new Error(`the price ${id} does not recur`);
  return recurring;
}

/** The period all items of a subscription share. */
export function periodOf({ id, items }: Subscription): { start: number; end: number } {
  const [item] = items.data;
  if (!item) throw new Error(`the subscription ${id} has no items`);
  return { start: item.current_period_start, end: item.current_period_end };
}

export const withPeriod = (subscription: Subscription, period: { start: number; end: number }): Subscription => ({
  ...subscription,
  items: {
    ...subscription.items,
    data: subscription.items.data.map((item) => ({
      ...item,
      current_period_start: period.start,
      current_period_end: period.end,
    })),
  },
});
