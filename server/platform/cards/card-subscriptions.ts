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
  /** A status unknown to this version counts as `unpaid`, the safe default: no entitlement, and reversible. */
  status: (typeof statuses)[number];
  customerId: string;
  metadata: Record<string, string>;
  /** End of the paid period or of the trial. */
  currentPeriodEnd: Date;
  /** Scheduled end; null if none. */
  cancelAt: Date | null;
  /** When the cancellation was requested; null if it was not. */
  canceledAt: Date | null;
  trialEnd: Date | null;
  /** Price of a period before discounts, in cents. */
  priceCents: number;
  currency: string;
  latestInvoice: ProviderInvoice | null;
  live: boolean;
}

/** An invoice of a subscription, as the provider sees it now. */
export interface ProviderInvoice {
  id: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  paidAt: Date | null;
  /** Amount due, in cents. */
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  /** The payment made or attempted; null where nothing was due. */
  paymentId: string | null;
  /** The bank asks the cardholder for authentication (3-D Secure). */
  needsAction: boolean;
}

/** Subscriptions at the card provider. */
export interface CardSubscriptions {
  /** @returns undefined for an id the provider does not know */
  findSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** The hundred newest paid invoices of a subscription, oldest first. */
  listPaidInvoices(subscriptionId: string): Promise<ProviderInvoice[]>;
  /** The hundred newest subscriptions of a customer, ended ones too, newest first. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /**
   * Cancels a subscription, now or at the end of its period. Idempotent.
   *
   * @returns the resulting subscription, also one that had ended before; undefined for an unknown one
   * @throws the provider's refusal where it neither has ended nor ends
   */
  cancelSubscription(id: string, how: { atPeriodEnd: boolean }): Promise<ProviderSubscription | undefined>;
}

/** Builds the calls about subscriptions on a connection. */
export function buildSubscriptions({ stripe, call, unlessMissing }: CardCalls): CardSubscriptions {
  const { subscriptions } = stripe;
  const isWaiting = async (paymentId: string) => {
    const intent = await unlessMissing(() => stripe.paymentIntents.retrieve(paymentId));
    return intent?.status === 'requires_action';
  };
  const complete = async (subscription: Stripe.Subscription): Promise<ProviderSubscription> => {
    const read = readSubscription(subscription);
    const { latestInvoice } = read;
    // Only an open invoice can need the cardholder, so only then is its payment looked up.
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
        // The provider refuses to cancel an ended subscription; its state tells whether that was the reason.
        if (!isRefused(error)) throw error;
        const found = await findSubscription(id);
        if (found && !isEnding(found, { atPeriodEnd })) throw error;
        return found;
      }
      return findSubscription(id);
    },
  };
}

const isEnding = ({ status, cancelAt }: ProviderSubscription, { atPeriodEnd }: { atPeriodEnd: boolean }) =>
  status === 'canceled' || status === 'incomplete_expired' || (atPeriodEnd && cancelAt !== null);

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
