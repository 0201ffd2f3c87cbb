import { nowSeconds } from '../wire/ids.ts';
import { addDays } from '../wire/periods.ts';
import type { Invoice, Subscription } from '../wire/subscription-types.ts';

/** The waits before an unpaid invoice is tried again. After the last one the subscription ends. */
const retryAfterDays = [3, 5, 7];

/** The invoice with one more attempt of our own begun, and the time of the next one if this one fails. */
export function countAttempt(invoice: Invoice): Invoice {
  const wait = retryAfterDays[invoice.attempt_count];
  return {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: wait === undefined ? null : addDays(nowSeconds(), wait),
  };
}

/** Whether a subscription has ended for good. */
export const hasEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

export function endedSubscription(
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
): Subscription {
  const endedAt = nowSeconds();
  return {
    ...subscription,
    canceled_at: subscription.canceled_at ?? endedAt,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: endedAt,
    status: 'canceled',
  };
}

/** What an attempt at its latest invoice makes of a subscription. An older invoice changes nothing. */
export function afterAttempt(subscription: Subscription, invoice: Invoice, isOnItsWay: boolean): Subscription {
  if (invoice.id !== subscription.latest_invoice || hasEnded(subscription)) return subscription;
  if (invoice.status === 'paid' || isOnItsWay) return { ...subscription, status: 'active' };
  if (invoice.next_payment_attempt === null) return endedSubscription(subscription, 'payment_failed');
  return { ...subscription, status: 'past_due' };
}
