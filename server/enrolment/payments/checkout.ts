import type { Checkout, PaymentType } from '../../../contract/payments.ts';
import { courses } from '../../../contract/courses.ts';
import { partners, type PartnerCode } from '../../../contract/partners.ts';
import { formatStart } from '../../../contract/format.ts';
import { limits } from '../../../contract/limits.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { getCohort, requireFreeSeat, shownStart } from '../catalogue/cohorts.ts';
import { priceBook, quote } from '../catalogue/price-book.ts';
import { holdSeat, releaseSeat, seatTurn } from '../catalogue/seats.ts';
import { newReference } from '../reference.ts';
import { isPaid, stageOf } from '../progress/progress.ts';
import { settleCheckout } from './confirm-payment.ts';
import { isOpen } from './order-states.ts';
import type { EnrolmentServices } from './orders.ts';
import { findOrder, insertOrder, listOrders, lockOrder, updateOrder, type OrderRecord } from './orders.store.ts';

export interface CheckoutWish {
  memberId: string;
  partner: PartnerCode;
  cohortId: string;
  paymentType: PaymentType;
  acknowledged: boolean;
}

/** The provider lets a checkout live 30 minutes at least, counted from its own clock: one minute more than that. */
const sessionMinutes = limits.seatHoldMinutes + 1;
/** The seat outlives the checkout by this much, so that news of a payment in its last second finds it. */
const graceMinutes = 5;
/** Checkouts one member may begin within an hour. */
const checkoutLimit = { name: 'checkout', points: 10, seconds: 3_600 };

/**
 * Holds a seat and makes the hosted checkout for it. Asking again for the same thing, from another tab or after a
 * lost answer, gives the same checkout; asking for something else ends the earlier one first, so that nobody can
 * pay twice.
 *
 * @throws Refusal acknowledgement-required, eligibility-required, already-enrolled, payment-in-progress,
 *   cohort-not-found, cohort-not-open, cohort-full, too-many-requests, payment-provider-unavailable
 */
export async function startCheckout(services: EnrolmentServices, wish: CheckoutWish): Promise<Checkout> {
  if (!wish.acknowledged) throw new Refusal('acknowledgement-required');
  await requireMayPay(services, wish.memberId);
  await getCohort(services.db, wish.cohortId, services.clock.now());
  await endOtherCheckouts(services, wish);
  const order = (await findReusable(services, wish)) ?? (await placeOrder(services, wish));
  return openCheckout(services, order);
}

/** Ends a member's open checkouts, at the provider first. A payment that was faster is kept. */
export async function cancelCheckouts(services: EnrolmentServices, memberId: string): Promise<void> {
  for (const order of await listOrders(services.db, memberId))
    if (isOpen(order.state) && order.state !== 'processing') await cancelOrder(services, order);
}

async function requireMayPay(services: EnrolmentServices, memberId: string): Promise<void> {
  const member = await services.membership.toWire(services.db, memberId);
  if (isPaid(member)) throw new Refusal('already-enrolled');
  if (stageOf(member) < '2') throw new Refusal('eligibility-required');
}

const isSameWish = (order: OrderRecord, wish: CheckoutWish) =>
  order.cohortId === wish.cohortId && order.paymentType === wish.paymentType && order.partner === wish.partner;

/** Still payable for a while, its seat still held. Without a checkout only while one may still be on its way. */
const isReusable = (order: OrderRecord) =>
  (order.state === 'awaiting-payment' || (order.state === 'draft' && order.isYoung)) &&
  order.holdExpiresAt !== null &&
  order.hasTimeLeft;

/** Money of this member is here or on its way: nothing more is taken before that is settled. */
const holdsMoney = ({ state }: OrderRecord) => state === 'processing' || state === 'unseated' || state === 'review';

async function findReusable({ db }: EnrolmentServices, wish: CheckoutWish): Promise<OrderRecord | undefined> {
  return (await listOrders(db, wish.memberId)).find((order) => isSameWish(order, wish) && isReusable(order));
}

/** Whatever else this member could pay is ended, or found to be paid. */
async function endOtherCheckouts(services: EnrolmentServices, wish: CheckoutWish): Promise<void> {
  for (const order of await listOrders(services.db, wish.memberId)) {
    if (holdsMoney(order)) throw new Refusal('payment-in-progress');
    if (!isOpen(order.state) || (isSameWish(order, wish) && isReusable(order))) continue;
    const ended = await cancelOrder(services, order);
    if (holdsMoney(ended)) throw new Refusal('payment-in-progress');
    if (ended.state === 'paid') throw new Refusal('already-enrolled');
  }
}

/** Ends one order. The provider's checkout goes first: while it is open the seat must not be given away. */
async function cancelOrder(services: EnrolmentServices, order: OrderRecord): Promise<OrderRecord> {
  const { db, cards } = services;
  const checkout = order.sessionId ? await cards.expireCheckout(order.sessionId) : undefined;
  if (checkout) await settleCheckout(services, checkout);
  return transaction(db, async (tx) => {
    await services.membership.lockMember(tx, order.memberId);
    const now = await lockOrder(tx, order.id);
    if (now.state !== 'draft' && now.state !== 'awaiting-payment' && now.state !== 'expired') return now;
    await updateOrder(tx, order.id, { state: 'cancelled' });
    await releaseSeat(tx, order.id);
    return { ...now, state: 'cancelled' as const };
  });
}

/** One transaction: the seat is held and the order exists, or neither. Two tabs take turns and share one order. */
async function placeOrder(services: EnrolmentServices, wish: CheckoutWish): Promise<OrderRecord> {
  const { db, clock, membership } = services;
  await services.limits.take(checkoutLimit, wish.memberId);
  const id = newId('ord_');
  const place = async (tx: Database) => {
    await membership.lockMember(tx, wish.memberId);
    await requireMayPay({ ...services, db: tx }, wish.memberId);
    const rival = (await listOrders(tx, wish.memberId)).find((order) => isOpen(order.state) || holdsMoney(order));
    if (rival && isSameWish(rival, wish) && isReusable(rival)) return rival.id;
    if (rival) throw new Refusal('payment-in-progress');
    // A class that is full is refused without waiting for its lock; free seats are counted again under it.
    const cohort = await requireFreeSeat(tx, wish.cohortId, clock.now());
    await insertOrder(tx, {
      id,
      reference: newReference(),
      memberId: wish.memberId,
      partner: wish.partner,
      cohortId: cohort.id,
      course: cohort.course,
      paymentType: wish.paymentType,
      currency: priceBook.currency,
      ...quote(wish.paymentType),
      sessionMinutes,
    });
    await holdSeat(
      tx,
      { cohortId: cohort.id, memberId: wish.memberId, orderId: id },
      { minutes: sessionMinutes + graceMinutes, now: clock.now() },
    );
    return id;
  };
  return (await findOrder(db, await transaction(db, place, seatTurn(wish.cohortId))))!;
}

/** Asks the provider for the order's checkout. The order's id is the idempotency key: a lost answer is asked for again. */
async function openCheckout(services: EnrolmentServices, order: OrderRecord): Promise<Checkout> {
  const url = order.checkoutUrl ?? (await createCheckout(services, order));
  return { orderId: order.id, url, holdExpiresAt: order.sessionExpiresAt.toISOString() };
}

async function createCheckout(services: EnrolmentServices, order: OrderRecord): Promise<string> {
  const { db, cards, membership, appUrl, clock } = services;
  const member = (await membership.findMember(db, order.memberId))!;
  const cohort = await getCohort(db, order.cohortId, clock.now());
  const back = `${appUrl}/${order.partner}/payment`;
  const checkout = await cards.createCheckout({
    orderId: order.id,
    seller: `${order.partner.toUpperCase()} ${partners[order.partner].words.Enrolment}`,
    description: describe(order),
    details: `${cohort.name}, ${formatStart(partners[order.partner], shownStart(cohort))} · ${order.reference}`,
    amountCents: order.amountCents,
    currency: order.currency,
    email: member.email,
    successUrl: `${back}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${back}/cancel`,
    expiresAt: order.sessionExpiresAt,
    metadata: {
      order_id: order.id,
      reference: order.reference,
      cohort_id: order.cohortId,
      partner: order.partner,
      ordered_at: order.createdAt.toISOString(),
    },
  });
  if (!checkout) {
    // Refused for good: the next press begins with a new order instead of the same refusal.
    await cancelOrder(services, order);
    throw new Refusal('payment-provider-unavailable');
  }
  const state = await transaction(db, async (tx) => {
    await membership.lockMember(tx, order.memberId);
    const now = await lockOrder(tx, order.id);
    const isWaiting = now.state === 'draft';
    await updateOrder(tx, order.id, {
      sessionId: checkout.id,
      checkoutUrl: checkout.url,
      ...(isWaiting ? { state: 'awaiting-payment' as const } : {}),
    });
    return isWaiting ? 'awaiting-payment' : now.state;
  });
  if (state === 'awaiting-payment') return checkout.url;
  // Ended while the provider was asked, from another tab say: what nobody holds a seat for must not be payable.
  await cards.expireCheckout(checkout.id);
  throw new Refusal('payment-in-progress');
}

/** The line the card page shows. */
function describe({ course, partner, paymentType }: OrderRecord): string {
  const what = paymentType === 'full' ? 'full payment' : `${partners[partner].words.enrolment} deposit`;
  return `${courses[course].name}: ${what}`;
}
