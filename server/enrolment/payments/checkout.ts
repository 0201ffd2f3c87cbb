import { checkoutsPerMember } from '../../../contract/calls/enrolment.ts';
import type { Checkout, PaymentType } from '../../../contract/payments.ts';
import { courses } from '../../../shared/courses.ts';
import { partners, type PartnerCode } from '../../../shared/partners.ts';
import { formatStart } from '../../../shared/format.ts';
import { limits } from '../../../contract/limits.ts';
import { hasPaid, hasPassedCheck } from '../../../contract/student-fields.ts';
import { sessionMinutesFor } from '../../platform/cards/session-minutes.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import type { LimitRule } from '../../platform/http/limits.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { getCohort, shownStart } from '../catalogue/cohorts.ts';
import { priceBook, quote } from '../catalogue/price-book.ts';
import { holdSeat, lookForSeat, seatTurn } from '../catalogue/seats.ts';
import { newReference } from '../reference.ts';
import { giveUpOrder, queueEndOfUnprovedHold } from './end-order.ts';
import { isOpen } from './order-states.ts';
import { shownHold } from './orders.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  findOrder,
  graceMinutes,
  insertOrder,
  listOrders,
  lockOrder,
  moveOrder,
  updateOrder,
  type OrderRecord,
} from './orders.store.ts';
import { endOrder, secureIfProved, takeFirmly } from './settle-checkout.ts';
import { endUnpaid } from './take-money.ts';

export interface CheckoutWish {
  memberId: string;
  partner: PartnerCode;
  cohortId: string;
  paymentType: PaymentType;
  acknowledged: boolean;
  /** What the client address counts under. */
  network: string;
}

const sessionMinutes = sessionMinutesFor(limits.seatHoldMinutes);
/** Seats that may be held within a day for an address that is not proved. */
const unprovedHoldLimit: LimitRule = {
  name: 'unproved-hold',
  per: 'account',
  points: limits.unprovedHoldsPerDay,
  seconds: 86_400,
};

/**
 * Holds a seat and makes the hosted checkout for it. Asking again for the same thing, from another tab or after a
 * lost answer, gives the same checkout. Asking for something else ends the earlier one before the new one is handed
 * out, so that no one can pay twice, and not before the new one can be paid: a refusal leaves the member what they had.
 *
 * @throws Refusal acknowledgement-required, eligibility-required, already-enrolled, payment-in-progress,
 *   cohort-not-found, cohort-not-open, cohort-full, email-unproved, too-many-requests, payment-provider-unavailable
 */
export async function startCheckout(services: EnrolmentServices, wish: CheckoutWish): Promise<Checkout> {
  if (!wish.acknowledged) throw new Refusal('acknowledgement-required');
  await requireMayPay(services, services.db, wish.memberId);
  await getCohort(services.db, wish.cohortId, services.clock.now());
  const known = sortOut(await listOrders(services.db, wish.memberId), wish);
  if (known.order) {
    if (known.order.givesWay) await secureIfProved(services, known.order);
    return handOut(services, { order: known.order, instead: known.instead, isNew: false });
  }
  return handOut(services, await placeOrder(services, wish));
}

async function requireMayPay({ membership }: EnrolmentServices, db: Database, memberId: string): Promise<void> {
  const { customFields } = await membership.toWire(db, memberId);
  if (hasPaid(customFields)) throw new Refusal('already-enrolled');
  if (!hasPassedCheck(customFields)) throw new Refusal('eligibility-required');
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

/** An order to be paid, and what else its member could pay until it is. */
interface Placed {
  order: OrderRecord;
  instead: OrderRecord[];
  /** Whether this press placed it. One that was there may be open in another tab. */
  isNew: boolean;
}

/**
 * Which of a member's orders answers a wish, if one does: the newest that is open. What is open beside is to end.
 *
 * @param orders newest first
 * @throws Refusal payment-in-progress
 */
function sortOut(
  orders: OrderRecord[],
  wish: CheckoutWish,
): { order: OrderRecord | undefined; instead: OrderRecord[] } {
  if (orders.some(holdsMoney)) throw new Refusal('payment-in-progress');
  const open = orders.filter(({ state }) => isOpen(state));
  const order = open.slice(0, 1).find((newest) => isSameWish(newest, wish) && isReusable(newest));
  return { order, instead: open.filter((other) => other !== order) };
}

/** Takes the seat for a new order. For a proved address, a hold of an unproved one gives way in a full cohort. */
async function placeOrder(services: EnrolmentServices, wish: CheckoutWish): Promise<Placed> {
  const { memberId, cohortId } = wish;
  await services.limits.take(checkoutsPerMember, memberId);
  const member = await services.membership.findMember(services.db, memberId);
  if (member?.verified) return takeFirmly(services, cohortId, () => insertPlaced(services, wish));
  // By the address: deleting the account and signing up again earns no new share.
  await requireUnprovedShare(services, member?.email ?? memberId);
  return insertPlaced(services, wish);
}

/** @throws Refusal email-unproved instead of a time to wait: proving the address is quicker */
async function requireUnprovedShare({ limits: counts, keys }: EnrolmentServices, email: string): Promise<void> {
  try {
    await counts.take(unprovedHoldLimit, keys.sign('unproved-hold', email).toString('base64url'));
  } catch (error) {
    throw error instanceof Refusal && error.code === 'too-many-requests' ? new Refusal('email-unproved') : error;
  }
}

/** One transaction: the seat is held and the order exists, or neither. Two tabs take turns and share one order. */
async function insertPlaced(services: EnrolmentServices, wish: CheckoutWish): Promise<Placed> {
  const { db, clock, membership } = services;
  const { memberId, partner, paymentType, network } = wish;
  const id = newId('ord_');
  const place = async (tx: Transaction) => {
    const { verified } = await membership.lockMember(tx, memberId);
    await requireMayPay(services, tx, memberId);
    const { order, instead } = sortOut(await listOrders(tx, memberId), wish);
    if (order) return { id: order.id, instead, isNew: false };
    const claimant = { isProved: verified, network };
    // Who holds a seat already may hold one of this cohort, which passes on to the new order though the cohort is full.
    const cohort =
      instead.length > 0
        ? await getCohort(tx, wish.cohortId, clock.now())
        : await lookForSeat(tx, wish.cohortId, { claimant, now: clock.now() });
    await insertOrder(tx, {
      id,
      reference: newReference(),
      memberId,
      partner,
      cohortId: cohort.id,
      course: cohort.course,
      paymentType,
      currency: priceBook.currency,
      ...quote(paymentType),
      sessionMinutes,
    });
    await holdSeat(
      tx,
      { cohortId: cohort.id, memberId, orderId: id },
      {
        minutes: (verified ? sessionMinutes : limits.unprovedHoldMinutes) + graceMinutes,
        claimant,
        now: clock.now(),
      },
    );
    if (!verified) await queueEndOfUnprovedHold(tx, id);
    return { id, instead: await endDrafts(tx, instead), isNew: true };
  };
  const placed = await transaction(db, place, seatTurn(wish.cohortId));
  return { order: (await findOrder(db, placed.id))!, instead: placed.instead, isNew: placed.isNew };
}

/** Ends those whose page is not there yet: their press is still under way, and hears of it. @returns the others */
async function endDrafts(tx: Transaction, orders: OrderRecord[]): Promise<OrderRecord[]> {
  for (const order of orders) if (order.sessionId === null) await endUnpaid(tx, order, 'cancelled');
  return orders.filter(({ sessionId }) => sessionId !== null);
}

/** Makes the order's page, ends whatever else could be paid, and only then tells where the page is. */
async function handOut(services: EnrolmentServices, placed: Placed): Promise<Checkout> {
  const { order, instead } = placed;
  try {
    const url = order.checkoutUrl ?? (await createCheckout(services, placed));
    for (const other of instead) await endInstead(services, other);
    const now = (await findOrder(services.db, order.id))!;
    // Ended meanwhile, by a press in another tab say.
    if (now.state !== 'awaiting-payment') throw new Refusal('payment-in-progress');
    return { orderId: order.id, url, holdExpiresAt: (shownHold(now) ?? now.sessionExpiresAt).toISOString() };
  } catch (error) {
    if (placed.isNew && instead.length > 0) await giveUpOrder(services, placed);
    throw error;
  }
}

async function endInstead(services: EnrolmentServices, order: OrderRecord): Promise<void> {
  const ended = await endOrder(services, order, 'cancelled');
  if (holdsMoney(ended)) throw new Refusal('payment-in-progress');
  if (ended.state === 'paid') throw new Refusal('already-enrolled');
}

/**
 * Asks the provider for the order's checkout. The order's id is the idempotency key: a lost answer is asked for again.
 *
 * @returns its address
 */
async function createCheckout(services: EnrolmentServices, placed: Placed): Promise<string> {
  const { order } = placed;
  const { db, cards, membership, appUrl, clock } = services;
  const member = await membership.findMember(db, order.memberId);
  if (!member) throw new Refusal('member-not-found');
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
    await giveUpOrder(services, placed);
    throw new Refusal('payment-provider-unavailable');
  }
  const state = await transaction(db, async (tx) => {
    const isThere = await membership.lockIfThere(tx, order.memberId);
    const now = await lockOrder(tx, order.id);
    const isWaiting = now.state === 'draft' && isThere !== undefined;
    const page = { sessionId: checkout.id, checkoutUrl: checkout.url };
    if (isWaiting) await moveOrder(tx, now, 'awaiting-payment', page);
    else await updateOrder(tx, order.id, page);
    return isWaiting ? 'awaiting-payment' : now.state;
  });
  if (state === 'awaiting-payment') return checkout.url;
  // Ended while the provider was asked, from another tab or by a deletion: without a seat it must not be payable.
  await cards.expireCheckout(checkout.id);
  throw new Refusal('payment-in-progress');
}

/** The line the card page shows. */
function describe({ course, partner, paymentType }: OrderRecord): string {
  const what = paymentType === 'full' ? 'full payment' : `${partners[partner].words.enrolment} deposit`;
  return `${courses[course].name}: ${what}`;
}
