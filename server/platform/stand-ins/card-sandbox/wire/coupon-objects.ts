import { addMonths } from './periods.ts';
import { newWireId, nowSeconds } from './ids.ts';
import type { Coupon, Discount } from './subscription-types.ts';

export interface NewCoupon {
  id?: string;
  name?: string;
  percent_off?: number;
  amount_off?: number;
  currency?: string;
  duration: 'once' | 'forever' | 'repeating';
  duration_in_months?: number;
  metadata?: Record<string, string>;
}

export const makeCoupon = (given: NewCoupon): Coupon => ({
  id: given.id ?? newWireId('', 8),
  object: 'coupon',
  amount_off: given.amount_off ?? null,
  created: nowSeconds(),
  currency: given.amount_off === undefined ? null : (given.currency ?? null),
  duration: given.duration,
  duration_in_months: given.duration_in_months ?? null,
  livemode: false,
  max_redemptions: null,
  metadata: given.metadata ?? {},
  name: given.name ?? null,
  percent_off: given.percent_off ?? null,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
});

/** A coupon at work for one subscription, from now on. */
export function makeDiscount(
  coupon: Coupon,
  { customer, session, subscription }: { customer: string; session: string; subscription: string },
): Discount {
  const start = nowSeconds();
  return {
    id: newWireId('di_1'),
    object: 'discount',
    checkout_session: session,
    customer,
    customer_account: null,
    end: coupon.duration_in_months === null ? null : addMonths(start, coupon.duration_in_months),
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription,
    subscription_item: null,
  };
}
