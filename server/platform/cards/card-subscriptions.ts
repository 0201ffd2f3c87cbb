import type Stripe from 'stripe';
import { isRefused, type CardCalls } from './card-calls.ts';
import { dateOrNull, fromSeconds, idOf, oneOf } from './card-values.ts';

const statuses = [
  'active',
  'trialing',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'canceled',
  'paused',
] as const;

/** A subscription as the provider sees it now. */
export interface ProviderSubscription {
  id: string;
  /** One this version does not know counts as `unpaid`: it gives nothing, and nothing is lost for good. */
  status: (typeof statuses)[number];
  customerId: string;
  metadata: Record<string, string>;
  /** Until when it is paid, or on trial. */
  currentPeriodEnd: Date;
  /** When it ends, where that is decided. */
  cancelAt: Date | null;
  /** When somebody decided that it ends. */
  canceledAt: Date | null;
  trialEnd: Date | null;
  /** What each period costs before discounts. */
  priceCents: number;
  currency: string;
  latestInvoice: ProviderInvoice | null;
  live: boolean;
}

export interface ProviderInvoice {
  id: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  paidAt: Date | null;
  /** What was to be paid. */
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  /** The payment made or tried for it; none where nothing was to be paid. */
  paymentId: string | null;
  /** The bank wants the cardholder to confirm. */
  needsAction: boolean;
}

export interface CardSubscriptions {
  /** @returns undefined for an id the provider does not know */
  findSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** What was paid for a subscription, oldest first; the hundred newest. */
  listPaidInvoices(subscriptionId: string): Promise<ProviderInvoice[]>;
  /** All of a customer's, ended ones too, newest first; the hundred newest. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /**
   * Ends a subscription, now or when its period ends. Safe to repeat.
   *
   * @returns it as it is then, one that had ended before too; undefined for an unknown one
   */
  cancelSubscription(id: string, how: { atPeriodEnd: boolean }): Promise<ProviderSubscription | undefined>;
}

export function buildSubscriptions({ stripe, call, unlessMissing }: CardCalls): CardSubscriptions {
  const { subscriptions } = stripe;
  const isWaiting = async (paymentId: string) => {
    const intent = await unlessMissing(() => stripe.paymentIntents.retrieve(paymentId));
    return intent?.status === 'requires_action';
  };
  const complete = async (subscription: Stripe.Subscription): Promise<ProviderSubscription> => {
    const read = readSubscription(subscription);
    const { latestInvoice } = read;
    // Only an open invoice can wait for anybody, so only then is its payment worth a second question.
    if (latestInvoice?.status !== 'open' || latestInvoice.paymentId === null) return read;
    return { ...read, latestInvoice: { ...latestInvoice, needsAction: await isWaiting(latestInvoice.paymentId) } };
  };
  const findSubscription: CardSubscriptions['findSubscription'] = async (id) => {
    const found = await unlessMissing(() => subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }));
    return found && complete(found);
  };
  return {
    findSubscription,
    async listPaidInvoices(subscription) {
      const wanted = { subscription, status: 'paid' as const, limit: 100, expand: ['data.payments'] };
      const found = await unlessMissing(() => stripe.invoices.list(wanted));
      return (found?.data ?? []).map(readInvoice).toReversed();
    },
    async listSubscriptions(customer) {
      const expand = ['data.latest_invoice.payments'];
      const found = await unlessMissing(() => subscriptions.list({ customer, status: 'all', limit: 100, expand }));
      return Promise.all((found?.data ?? []).map(complete));
    },
    async cancelSubscription(id, { atPeriodEnd }) {
      try {
        await call(() =>
          atPeriodEnd ? subscriptions.update(id, { cancel_at_period_end: true }) : subscriptions.cancel(id),
        );
      } catch (error) {
        // What is over already cannot be ended again; what it is now tells whether that was it.
        if (!isRefused(error)) throw error;
      }
      return findSubscription(id);
    },
  };
}

function readSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  const periodEnd = item?.current_period_end ?? subscription.billing_cycle_anchor;
  const endsWithPeriod = subscription.cancel_at_period_end ? periodEnd : null;
  const invoice = subscription.latest_invoice;
  return {
    id: subscription.id,
    status: oneOf(subscription.status, statuses, 'unpaid'),
    customerId: idOf(subscription.customer) ?? '',
    metadata: subscription.metadata,
    currentPeriodEnd: fromSeconds(periodEnd),
    cancelAt: dateOrNull(subscription.cancel_at ?? endsWithPeriod),
    canceledAt: dateOrNull(subscription.canceled_at),
    trialEnd: dateOrNull(subscription.trial_end),
    priceCents: item?.price.unit_amount ?? 0,
    currency: subscription.currency.toUpperCase(),
    latestInvoice: invoice && typeof invoice === 'object' ? readInvoice(invoice) : null,
    live: subscription.livemode,
  };
}

function readInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const payments = invoice.payments?.data ?? [];
  const payment = payments.find(({ status }) => status === 'paid') ?? payments.find(({ is_default }) => is_default);
  return {
    id: invoice.id,
    status: oneOf(invoice.status, ['paid', 'draft', 'uncollectible', 'void'], 'open'),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    amountCents: invoice.total,
    currency: invoice.currency.toUpperCase(),
    paymentId: idOf(payment?.payment.payment_intent),
    needsAction: false,
  };
}
