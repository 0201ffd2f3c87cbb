import { couponsPerMember, planCheckoutsPerMember } from '../../../../contract/calls/plans.ts';
import type { OpenCheckout } from '../../../platform/cards/card-checkouts.ts';
import { leastCents } from '../../../platform/cards/least-amount.ts';
import { sessionMinutesFor, shortestSessionMinutes } from '../../../platform/cards/session-minutes.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { hashToken, newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockIfThere, lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site, SitePlan, SitePrice } from '../../sites/site.ts';
import { placeTurn, requireAdmission } from '../grants/admission.ts';
import { isCouponUsedUp } from './coupon-uses.store.ts';
import { fitsMode } from '../billing/payment-mode.ts';
import { findOrMakeCustomer } from '../billing/billing-customer.ts';
import { queueExpire } from '../billing/billing-jobs.ts';
import { isSameAmount } from './checkout-outcome.ts';
import { endUnpaidNow } from './end-checkout.ts';
import {
  findCheckout,
  findReusable,
  hasBought,
  insertCheckout,
  listOpenCheckouts,
  updateCheckout,
  type CheckoutRecord,
  type CheckoutTerms,
} from './checkouts.store.ts';
import { findPriceChange, type PriceChange } from './price-change.ts';
import { couponTerms, dueAtOnce, requireCoupon, requireOnSale, termsOf, type SiteCoupon } from './terms.ts';

/** A checkout that a member asks for. */
export interface CheckoutWish {
  site: Site;
  memberId: string;
  priceId: string;
  /** A coupon's id or its code. */
  couponId: string | null;
  /** Whether the member's other subscriptions end with their paid period once this price is paid. */
  replacesSubscriptions: boolean;
  /** Texts for the site's owner at the provider. Untrusted, never used for a decision. */
  metadata: Record<string, string>;
  /** Addresses of the site, validated by the caller (open redirect). */
  successUrl: string;
  cancelUrl: string;
}

/** The shortest: an open checkout holds a place and a use of its coupon, and pages promise no time. */
const sessionMinutes = sessionMinutesFor(shortestSessionMinutes);

/**
 * Creates the hosted checkout for one price of a plan. Idempotent: the same request gives the same checkout. For a plan
 * with a limit it holds a place for as long as it can be paid.
 *
 * @returns the address to send the member to
 * @throws Refusal price-no-longer-available, coupon-not-found, coupon-used-up, payment-mode-differs,
 *   payment-not-possible, too-many-requests, payment-provider-unavailable, and what `requireAdmission` refuses
 */
export async function startPlanCheckout(services: Services, wish: CheckoutWish): Promise<string> {
  requireFittingMode(services, wish.site);
  const { terms, coupon, planId, change } = await settleTerms(services, wish);
  const askedCents = dueAtOnce(terms, coupon);
  // A coupon may leave less than the card provider's minimum.
  if (askedCents > 0 && askedCents < leastCents(terms.currency)) throw new Refusal('payment-not-possible');
  const checkout = await placeCheckout(services, { ...wish, planId, terms, change, coupon, askedCents });
  // Race: what the member has of the plan changed since the terms were settled.
  if (!checkout) return startPlanCheckout(services, wish);
  return checkout.url ?? (await openCheckout(services, checkout));
}

function requireFittingMode(services: Services, site: Site): void {
  if (!fitsMode(services, site)) throw new Refusal('payment-mode-differs');
}

async function settleTerms(services: Services, wish: CheckoutWish) {
  const { db, cards } = services;
  const { site, memberId } = wish;
  const { plan, price } = requireOnSale(site, wish.priceId);
  const { member, change } = await transaction(
    db,
    (tx) => lockAdmitted(services, tx, { ...wish, plan, price }),
    placeTurn([plan]),
  );
  if (wish.couponId !== null) await services.limits.take(couponsPerMember, memberId);
  const coupon =
    wish.couponId === null
      ? undefined
      : requireCoupon(site, price, { wanted: wish.couponId, now: services.clock.now() });
  const couponId = coupon ? ((await cards.ensureCoupon(couponTerms(site, coupon))) ?? null) : null;
  if (coupon && couponId === null) throw new Refusal('coupon-not-found');
  const terms = termsOf({
    ...wish,
    plan,
    price,
    couponId,
    customerId: await findOrMakeCustomer(services, member),
    mayTry: !(await hasBought(db, { memberId, planId: plan.id, live: cards.live })),
    change,
    metadata: { ...wish.metadata, site_id: site.id, member_id: memberId, plan_id: plan.id, price_id: price.id },
  });
  return { terms, coupon, planId: plan.id, change };
}

interface Admitting extends Pick<CheckoutWish, 'memberId' | 'replacesSubscriptions'> {
  plan: SitePlan;
  price: SitePrice;
}

/** Locks a member who is admitted to a plan, or to another of its prices. @throws Refusal as `requireAdmission` */
async function lockAdmitted(
  services: Services,
  tx: Transaction,
  { plan, price, memberId, replacesSubscriptions }: Admitting,
) {
  const member = await lockMember(services, tx, memberId);
  const asked = { memberId, plan, price, now: services.clock.now(), live: services.cards.live };
  const change = replacesSubscriptions ? await findPriceChange(tx, asked) : undefined;
  await requireAdmission(tx, plan, member, { isChange: change !== undefined });
  return { member, change };
}

interface Placing extends CheckoutWish {
  planId: string;
  terms: CheckoutTerms;
  /** The change of price that the terms are for. */
  change: PriceChange | undefined;
  coupon: SiteCoupon | undefined;
  askedCents: number;
}

/** @returns undefined where the terms are for another subscription than the member has by now */
async function placeCheckout(services: Services, placing: Placing): Promise<CheckoutRecord | undefined> {
  const { db } = services;
  const { site, memberId, planId, priceId, terms, coupon, askedCents, replacesSubscriptions } = placing;
  const changesCheckoutId = placing.change?.checkoutId ?? null;
  const termsHash = hashToken(JSON.stringify({ ...terms, replacesSubscriptions, changesCheckoutId }));
  const again = await findReusable(db, memberId, termsHash);
  if (!again) await services.limits.take(planCheckoutsPerMember, memberId);
  const { plan, price } = requireOnSale(site, priceId);
  const place = async (tx: Transaction): Promise<CheckoutRecord | undefined> => {
    const { change } = await lockAdmitted(services, tx, { ...placing, plan, price });
    if ((change?.checkoutId ?? null) !== changesCheckoutId) return undefined;
    const reusable = await findReusable(tx, memberId, termsHash);
    if (reusable) return reusable;
    const { live } = services.cards;
    if (coupon && (await isCouponUsedUp(tx, { coupon, siteId: site.id, memberId, live })))
      throw new Refusal('coupon-used-up');
    const id = newId('mco_');
    await insertCheckout(tx, {
      id,
      siteId: site.id,
      memberId,
      planId,
      priceId,
      live,
      couponId: coupon?.id ?? null,
      replacesSubscriptions,
      changesCheckoutId,
      terms: { ...terms, metadata: { ...terms.metadata, checkout_id: id } },
      termsHash,
      askedCents,
      sessionMinutes,
    });
    return (await findCheckout(tx, id))!;
  };
  return transaction(db, place, placeTurn([plan]));
}

/** Creates the page at the provider. Our id is the idempotency key, so that a request with a lost answer can be retried. */
async function openCheckout(services: Services, checkout: CheckoutRecord): Promise<string> {
  const { db, cards } = services;
  const { id, terms, sessionExpiresAt } = checkout;
  const session = await cards.createPlanCheckout({ ...terms, checkoutId: id, expiresAt: sessionExpiresAt });
  const isAsAsked = session && isSameAmount(checkout, session);
  if (session && !isAsAsked) {
    services.log.error({ checkout: id }, 'the card provider asks for another amount than we do');
    await cards.expireCheckout(session.id);
  }
  if (!isAsAsked) {
    // A permanent refusal: the next request must make a new checkout, not retry this one.
    await endUnpaidNow(db, id, 'failed');
    throw new Refusal('payment-not-possible');
  }
  const isPayable = await transaction(db, (tx) => keepSession(services, tx, checkout, session));
  if (!isPayable) throw new Refusal('member-not-found');
  return session.url;
}

/**
 * Stores the provider's page, and expires the member's other open checkouts of the plan or with the coupon, against a
 * double payment or double discount.
 *
 * @returns false for a member who was deleted during the provider's call (race): this page expires too
 */
async function keepSession(
  services: Services,
  tx: Transaction,
  checkout: CheckoutRecord,
  session: OpenCheckout,
): Promise<boolean> {
  const { id, memberId, planId, couponId } = checkout;
  const member = await lockIfThere(services, tx, memberId);
  await updateCheckout(tx, id, { sessionId: session.id, url: session.url });
  if (!member) await queueExpire(tx, session.id);
  for (const other of await listOpenCheckouts(tx, { memberId })) {
    const isInstead = other.planId === planId || (couponId !== null && other.couponId === couponId);
    if (isInstead && other.id !== id && other.sessionId !== null) await queueExpire(tx, other.sessionId);
  }
  return member !== undefined;
}
