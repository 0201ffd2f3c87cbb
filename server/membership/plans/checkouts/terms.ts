import type { PriceChange } from './price-change.ts';
import type { CouponTerms } from '../../../platform/cards/card-customers.ts';
import type { PlanInterval } from '../../../platform/cards/card-plan-checkout.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Site, SitePlan, SitePrice } from '../../sites/site.ts';
import type { CheckoutTerms } from './checkouts.store.ts';
import { findPrice } from '../plans.ts';

/** An active price with its active plan. @throws Refusal price-no-longer-available */
export function requireOnSale(site: Site, priceId: string): { plan: SitePlan; price: SitePrice } {
  const found = findPrice(site, priceId);
  if (found?.price.status !== 'ACTIVE' || found.plan.status !== 'ACTIVE')
    throw new Refusal('price-no-longer-available');
  return found;
}

/** A coupon that a site declares. */
export type SiteCoupon = Site['coupons'][number];

/**
 * A valid coupon for a price.
 *
 * @param options.wanted a coupon's id or its code
 * @throws Refusal coupon-not-found also for an expired one and one of another price or currency
 */
export function requireCoupon(
  site: Site,
  price: SitePrice,
  { wanted, now }: { wanted: string; now: Date },
): SiteCoupon {
  const coupon = site.coupons.find((each) => each.id === wanted || each.code === wanted);
  const isGood =
    coupon &&
    (coupon.prices.length === 0 || coupon.prices.includes(price.id)) &&
    (coupon.currency === null || coupon.currency === price.currency) &&
    (coupon.until === null || now < new Date(coupon.until));
  if (!isGood) throw new Refusal('coupon-not-found');
  return coupon;
}

/** A coupon for the provider. Its id is prefixed by the site's, since one provider account serves all sites; no dots or slashes are allowed. */
export const couponTerms = (site: Site, coupon: SiteCoupon): CouponTerms => ({
  id: `${site.id}-${coupon.id}`,
  name: coupon.name,
  percentOff: coupon.percentOff,
  amountOffCents: coupon.amountOffCents,
  currency: coupon.amountOffCents === null ? null : coupon.currency,
  duration: coupon.duration,
  months: coupon.months,
});

/** Everything that the terms of a checkout depend on. */
export interface Purchase {
  site: Site;
  plan: SitePlan;
  price: SitePrice;
  /** The provider's id of the customer. */
  customerId: string;
  /** The provider's id of a discount. */
  couponId: string | null;
  /** Whether the member may have the trial: once per plan. */
  mayTry: boolean;
  /** The change of price that it makes for a member who has the plan. */
  change?: PriceChange | undefined;
  successUrl: string;
  cancelUrl: string;
  metadata: Record<string, string>;
}

/** The terms of a checkout. Every amount comes from the site's declaration, none from the request. */
export const termsOf = ({ site, plan, price, mayTry, change, ...rest }: Purchase): CheckoutTerms => ({
  customerId: rest.customerId,
  mode: price.type === 'SUBSCRIPTION' ? 'subscription' : 'payment',
  seller: site.name,
  productName: plan.name,
  priceName: price.name,
  amountCents: price.amountCents,
  currency: price.currency,
  interval: price.intervalType === null ? null : intervalOf(price),
  trialDays: change?.daysLeft ?? (mayTry ? price.rules.trialDays : null),
  setupFeeCents: change ? null : price.rules.setupFeeCents,
  accessDays: price.rules.accessDays,
  couponId: rest.couponId,
  successUrl: rest.successUrl,
  cancelUrl: rest.cancelUrl,
  metadata: rest.metadata,
});

const intervalOf = ({ intervalType, intervalCount }: SitePrice): PlanInterval => ({
  type: intervalType as PlanInterval['type'],
  count: intervalCount ?? 1,
});

/** Cents due at once: during a trial the set-up fee alone. */
export function dueAtOnce(
  { amountCents, trialDays, setupFeeCents }: Pick<CheckoutTerms, 'amountCents' | 'trialDays' | 'setupFeeCents'>,
  coupon: Pick<SiteCoupon, 'percentOff' | 'amountOffCents'> | undefined,
): number {
  const full = (trialDays === null ? amountCents : 0) + (setupFeeCents ?? 0);
  if (!coupon) return full;
  if (coupon.percentOff !== null) return full - Math.round((full * coupon.percentOff) / 100);
  return Math.max(0, full - (coupon.amountOffCents ?? 0));
}
