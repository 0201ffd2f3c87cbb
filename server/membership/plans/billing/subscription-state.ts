import type { PlanConnection } from '../../../../contract/members.ts';
import type { ProviderSubscription } from '../../../platform/cards/card-subscriptions.ts';
import type { ConnectionChanges, ConnectionRecord } from '../plans.store.ts';

type Status = PlanConnection['status'];

const states: Record<ProviderSubscription['status'], Status> = {
  active: 'ACTIVE',
  trialing: 'TRIALING',
  past_due: 'REQUIRES_PAYMENT',
  unpaid: 'REQUIRES_PAYMENT',
  incomplete: 'REQUIRES_PAYMENT',
  // A trial that ended without a card on file.
  paused: 'REQUIRES_PAYMENT',
  canceled: 'CANCELED',
  incomplete_expired: 'CANCELED',
};

/** The plan's status for a subscription's status at the provider. */
export function stateOf({ status, latestInvoice }: Pick<ProviderSubscription, 'status' | 'latestInvoice'>): Status {
  const state = states[status];
  return state === 'REQUIRES_PAYMENT' && latestInvoice?.needsAction ? 'REQUIRES_AUTHENTICATION' : state;
}

/**
 * Changes to a plan from the provider's description of its subscription. A plan that was closed here stays closed.
 *
 * @param reading the number taken before the provider was asked
 */
export function changesFrom(
  subscription: ProviderSubscription,
  { reading, connection }: { reading: number; connection: Pick<ConnectionRecord, 'closedAt'> | undefined },
): ConnectionChanges {
  const provider = { subscriptionId: subscription.id, subscriptionStatus: subscription.status, reading };
  if (connection?.closedAt) return provider;
  const { latestInvoice, cancelAt, canceledAt, currentPeriodEnd } = subscription;
  const status = stateOf(subscription);
  const hasEnded = status === 'CANCELED';
  return {
    ...provider,
    status,
    amountCents: subscription.priceCents,
    currency: subscription.currency,
    paymentStatus: latestInvoice?.status ?? 'paid',
    ...(latestInvoice?.paidAt && latestInvoice.amountCents > 0 ? { lastBilledAt: latestInvoice.paidAt } : {}),
    nextBillingAt: hasEnded || cancelAt ? null : currentPeriodEnd,
    cancelAt: cancelAt ?? (hasEnded ? canceledAt : null),
  };
}
