import type { Transaction } from '../../../platform/database/database.ts';
import { isActive } from '../../entitlements/active.ts';
import type { SitePrice } from '../../sites/site.ts';
import { isRunning } from '../grants/plan-changes.ts';
import { findConnection, type ConnectionRecord } from '../plans.store.ts';

/**
 * A change to another price of a plan that the member has. What was paid is not paid again: the new subscription begins
 * with the days that are left, which the card provider calls a trial, and is charged from then on.
 */
export interface PriceChange {
  /** Whole days that are paid already, at least one. */
  paidDays: number;
}

interface Asked {
  memberId: string;
  planId: string;
  price: SitePrice;
  now: Date;
}

/** The most days of `subscription_data.trial_period_days`: https://docs.stripe.com/api/checkout/sessions/create. */
const mostDays = 730;
const dayMs = 86_400_000;

/** The change that a checkout would make; none where the member has no subscription to the plan, or that very price. */
export async function findPriceChange(
  tx: Transaction,
  { memberId, planId, price, now }: Asked,
): Promise<PriceChange | undefined> {
  const connection = await findConnection(tx, memberId, planId);
  const paidUntil = connection?.nextBillingAt ?? connection?.cancelAt;
  if (!connection || !paidUntil || !isAtOtherPrice(connection, price)) return undefined;
  const paidDays = toWholeDays(connection.status)((paidUntil.getTime() - now.getTime()) / dayMs);
  return paidDays >= 1 && paidDays <= mostDays ? { paidDays } : undefined;
}

/** A period that was paid is rounded up, for the member. A trial is rounded down: one change a day would prolong it for ever. */
const toWholeDays = (status: ConnectionRecord['status']) => (status === 'TRIALING' ? Math.floor : Math.ceil);

/** Whether a connection is a running subscription at another price than this one, which is for a subscription too. */
export const isAtOtherPrice = (connection: ConnectionRecord, { id, type }: SitePrice): boolean =>
  type === 'SUBSCRIPTION' && isActive(connection.status) && isRunning(connection) && connection.priceId !== id;
