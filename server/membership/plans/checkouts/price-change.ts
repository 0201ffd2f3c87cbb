import type { Transaction } from '../../../platform/database/database.ts';
import { isActive } from '../../entitlements/active.ts';
import type { SitePlan, SitePrice } from '../../sites/site.ts';
import { listPayments } from '../billing/plan-payments.store.ts';
import { isRunning } from '../grants/plan-changes.ts';
import { findConnection, type ConnectionRecord } from '../plans.store.ts';
import { findCheckout, type CheckoutRecord } from './checkouts.store.ts';

/**
 * A change to another price of a plan that the member subscribes to. No day is paid twice: the new subscription begins
 * with the days that are left, which the card provider calls a trial, and is charged from then on (decision 0094).
 */
export interface PriceChange {
  /** The checkout of the subscription that it ends. */
  checkoutId: string;
  /** Whole days that are left of it, at least one. */
  daysLeft: number;
}

interface Asked {
  memberId: string;
  plan: SitePlan;
  price: SitePrice;
  now: Date;
  /** Whether real money moves. A purchase with test cards gives no days of real money. */
  live: boolean;
}

/** The most days of `subscription_data.trial_period_days`: https://docs.stripe.com/api/checkout/sessions/create. */
const mostDays = 730;
const dayMs = 86_400_000;

/**
 * The change that a checkout would make; none where the member has no subscription to the plan whose period is paid, or one
 * at that very price. Prices of a team plan may differ in their seats, so a day of one is no day of another.
 */
export async function findPriceChange(
  tx: Transaction,
  { memberId, plan, price, now, live }: Asked,
): Promise<PriceChange | undefined> {
  const connection = await findConnection(tx, memberId, plan.id);
  if (plan.rules.team || price.type !== 'SUBSCRIPTION' || connection?.priceId === price.id) return undefined;
  if (!connection?.checkoutId || !connection.nextBillingAt || !isPaid(connection)) return undefined;
  if ((await findCheckout(tx, connection.checkoutId))?.live !== live) return undefined;
  const daysLeft = toWholeDays(connection.status)((connection.nextBillingAt.getTime() - now.getTime()) / dayMs);
  return daysLeft >= 1 && daysLeft <= mostDays ? { checkoutId: connection.checkoutId, daysLeft } : undefined;
}

/** A renewal moves the period on at once, and its invoice is a draft for about an hour: https://docs.stripe.com/billing/invoices/subscription. */
const isPaid = (connection: ConnectionRecord) =>
  isActive(connection.status) && isRunning(connection) && connection.paymentStatus === 'paid';

/** A period that was paid is rounded up, for the member. A trial is rounded down: one change a day would prolong it for ever. */
const toWholeDays = (status: ConnectionRecord['status']) => (status === 'TRIALING' ? Math.floor : Math.ceil);

/**
 * Whether a change can still be made when its checkout is paid: the subscription is the one that the checkout was priced
 * for, and was not charged since, which would be for the same time.
 */
export async function isChangeable(
  tx: Transaction,
  { id, changesCheckoutId: checkoutId }: Pick<CheckoutRecord, 'id' | 'changesCheckoutId'>,
  connection: ConnectionRecord | undefined,
): Promise<boolean> {
  if (!connection || checkoutId === null || connection.checkoutId !== checkoutId || !isPaid(connection)) return false;
  return (await listPayments(tx, { checkoutId, beganId: id })).every(({ isLater }) => !isLater);
}

/**
 * The connection that a checkout's payment pays for: the checkout's own, or one that took its days over by a change of price
 * and was not charged itself yet. A charge for the earlier subscription after the change pays for no connection.
 */
export async function findConnectionPaidBy(
  tx: Transaction,
  { id, memberId, planId }: Pick<CheckoutRecord, 'id' | 'memberId' | 'planId'>,
  paymentId: string,
): Promise<{ connection: ConnectionRecord; isLastPayment: boolean } | undefined> {
  const connection = await findConnection(tx, memberId, planId);
  let checkout = connection?.checkoutId ? await findCheckout(tx, connection.checkoutId) : undefined;
  let payments = checkout ? await listPayments(tx, { checkoutId: checkout.id, beganId: checkout.id }) : [];
  while (checkout && checkout.id !== id) {
    if (payments.length > 0 || checkout.changesCheckoutId === null) return undefined;
    const taken = await listPayments(tx, { checkoutId: checkout.changesCheckoutId, beganId: checkout.id });
    payments = taken.filter(({ isLater }) => !isLater);
    checkout = await findCheckout(tx, checkout.changesCheckoutId);
  }
  if (!connection || !checkout || payments.every((each) => each.id !== paymentId)) return undefined;
  return { connection, isLastPayment: payments.at(-1)!.id === paymentId };
}
