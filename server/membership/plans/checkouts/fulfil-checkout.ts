import type { Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { queueMail } from '../../../platform/mail.ts';
import { noteForReview } from '../../../platform/reviews.ts';
import { findMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site, SitePlan, SitePrice } from '../../sites/site.ts';
import { isActive } from '../../entitlements/active.ts';
import { hasPlace, lockPlacesOf, wouldOwnTwoTeams } from '../grants/admission.ts';
import { noteCustomer } from '../billing/billing-customer.store.ts';
import { endAccessJob, queueCancel, queueExpire, queueReturn } from '../billing/billing-jobs.ts';
import type { Outcome } from './checkout-outcome.ts';
import { listOpenCheckouts, moveCheckout, updateCheckout, type CheckoutRecord } from './checkouts.store.ts';
import { isCouponUsedUp } from './coupon-uses.store.ts';
import { applyJoinRules } from '../grants/join-rules.ts';
import { composeNotGiven, obstacles, type Obstacle } from './not-given.ts';
import { isChangeable } from './price-change.ts';
import { isMoneyGone, takeMoney, tellOfPayment } from '../billing/money.ts';
import { givePlan, isRunning } from '../grants/plan-changes.ts';
import { fitsMode } from '../billing/payment-mode.ts';
import { findPrice } from '../plans.ts';
import { findConnection, type ConnectionChanges, type ConnectionRecord } from '../plans.store.ts';
import { changesFrom } from '../billing/subscription-state.ts';

interface Bought {
  site: Site;
  plan: SitePlan;
  price: SitePrice;
  /** The member's earlier connection to the plan. */
  before: ConnectionRecord | undefined;
}

/** Fulfils a paid checkout: records the payment, then gives the plan or queues the refund. */
export async function fulfilCheckout(
  services: Services,
  tx: Transaction,
  record: CheckoutRecord,
  outcome: Outcome,
): Promise<void> {
  const { subscription, payment } = outcome;
  await updateCheckout(tx, record.id, subscription ? { subscriptionId: subscription.id } : {});
  const isNews =
    payment !== undefined && (await takeMoney(tx, record, { paymentId: payment.id, amountCents: payment.amountCents }));
  await giveOrSendBack(services, tx, record, outcome);
  if (!isNews) return;
  const { id: paymentId, amountCents } = payment;
  await tellOfPayment(tx, record, 'member.payment.succeeded', { paymentId, amountCents, currency: record.currency });
}

async function giveOrSendBack(
  services: Services,
  tx: Transaction,
  record: CheckoutRecord,
  outcome: Outcome,
): Promise<void> {
  // Out-of-order events: refunded or charged back before the payment was settled here.
  if (outcome.payment && isMoneyGone(outcome.payment))
    return sendBack(services, tx, record, { why: 'gone-already', outcome });
  const bought = await findBought(services, tx, record);
  if (typeof bought === 'string') return sendBack(services, tx, record, { why: bought, outcome });
  await give(services, tx, record, { ...bought, outcome });
}

/** The plan and price bought, or the reason why the plan cannot be given. */
async function findBought(services: Services, tx: Transaction, record: CheckoutRecord): Promise<Bought | Obstacle> {
  const { id, siteId, memberId, priceId, planId, couponId, live } = record;
  if (!(await findMember(services, tx, memberId))) return 'member-gone';
  const site = await services.sites.get(siteId);
  const found = findPrice(site, priceId);
  if (!found) return 'price-gone';
  if (!fitsMode(services, site)) return 'other-mode';
  const before = await findConnection(tx, memberId, planId);
  if (record.changesCheckoutId !== null) {
    if (!(await isChangeable(tx, record, before))) return 'nothing-to-change';
  } else if (before && isActive(before.status) && before.checkoutId !== null && before.checkoutId !== id)
    return 'paid-twice';
  if (await wouldOwnTwoTeams(tx, found.plan, memberId)) return 'second-team';
  await lockPlacesOf(tx, site, [found.plan]);
  if (!(await hasPlace(tx, found.plan, memberId))) return 'plan-full';
  const coupon = site.coupons.find((each) => each.id === couponId);
  if (coupon && (await isCouponUsedUp(tx, { siteId, coupon, memberId, live, checkoutId: id }))) return 'coupon-used-up';
  return { site, ...found, before };
}

interface NotGiven {
  why: Obstacle;
  outcome: Outcome;
}

/** Queues the refund and the end of the subscription, for a plan that cannot be given, and tells member and staff. */
async function sendBack(
  services: Services,
  tx: Transaction,
  record: CheckoutRecord,
  { why, outcome }: NotGiven,
): Promise<void> {
  await moveCheckout(tx, record, 'returning');
  await queueReturn(tx, record.id);
  await noteForReview(tx, { kind: why, subject: record.id, note: obstacles[why].note });
  await tellMember(services, tx, record, { why, outcome });
  services.log.warn({ checkout: record.id, why }, 'a payment for a plan goes back');
}

/** To an unproved address, too: who paid is told where their money is. A checkout causes one mail, and checkouts have a limit. */
async function tellMember(
  services: Services,
  tx: Transaction,
  { memberId, siteId, planId, currency }: CheckoutRecord,
  { why, outcome: { checkout } }: NotGiven,
): Promise<void> {
  const member = await findMember(services, tx, memberId);
  if (!member) return;
  const site = await services.sites.get(siteId);
  const plan = site.plans.find(({ id }) => id === planId)?.name;
  const mail = composeNotGiven(site, member.email, {
    why,
    plan,
    paid: checkout.amountCents > 0 ? { amountCents: checkout.amountCents, currency } : undefined,
  });
  if (mail) await queueMail(services, tx, { ...mail, memberId });
}

async function give(
  services: Services,
  tx: Transaction,
  record: CheckoutRecord,
  { site, plan, price, before, outcome }: Bought & { outcome: Outcome },
): Promise<void> {
  const { id, memberId, customerId, replacesSubscriptions } = record;
  // An earlier subscription with a missing payment could still charge beside the new one.
  if (before && isRunning(before)) await queueCancel(tx, before.subscriptionId, { atPeriodEnd: false });
  const known = { priceId: price.id, checkoutId: id, ...paymentOf(services, { record, price, outcome }) };
  const connection = await givePlan(services, tx, { site, memberId, plan, price, known });
  if (connection.endsAt) await endLater(tx, connection.id, connection.endsAt);
  await applyJoinRules(services, tx, { site, member: { id: memberId }, plan, replacesSubscriptions });
  await noteCustomer(tx, memberId, { customerId, live: record.live });
  await moveCheckout(tx, record, 'completed');
  for (const other of await listOpenCheckouts(tx, { memberId, planId: plan.id }))
    if (other.sessionId !== null) await queueExpire(tx, other.sessionId);
}

function paymentOf(
  { clock }: Services,
  { record: { terms }, price, outcome }: { record: CheckoutRecord; price: SitePrice; outcome: Outcome },
): ConnectionChanges {
  const { checkout, subscription, reading } = outcome;
  if (subscription) return changesFrom(subscription, { reading, connection: undefined });
  return {
    amountCents: checkout.amountCents,
    currency: checkout.currency,
    paymentStatus: 'paid',
    lastBilledAt: clock.now(),
    accessDays: terms.accessDays === undefined ? price.rules.accessDays : terms.accessDays,
  };
}

const endLater = (tx: Transaction, connectionId: string, runAt: Date): Promise<void> =>
  addJob(tx, endAccessJob, { connectionId }, { runAt, key: connectionId });
