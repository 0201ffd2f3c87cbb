import { checkoutsPerMember } from '../../../../contract/calls/enrolment.ts';
import type { Checkout, PaymentType } from '../../../../contract/payments.ts';
import { courses } from '../../../../shared/courses.ts';
import { partners, type PartnerCode } from '../../../../shared/partners.ts';
import { formatMomentIn, formatPrice, formatStart } from '../../../../shared/format.ts';
import { limits } from '../../../../contract/limits.ts';
import { hasPaid, hasPassedCheck } from '../../../../contract/student-fields.ts';
import { sessionMinutesFor } from '../../../platform/cards/session-minutes.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { declareLimit } from '../../../platform/http/limits.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { getCohort, requireReadStart, shownStart } from '../../catalogue/cohorts.ts';
import { priceBook, quote } from '../../catalogue/price-book.ts';
import { holdSeat, lookForSeat, seatTurn } from '../../catalogue/seats.ts';
import { newReference } from '../../reference.ts';
import { giveUpOrder, queueEndOfUnprovedHold } from './end-order.ts';
import { isOpen } from '../orders/order-states.ts';
import { shownHold } from '../orders/orders.ts';
import type { EnrolmentServices } from '../../services.ts';
import {
  findOrder,
  graceMinutes,
  insertOrder,
  listOrders,
  lockOrder,
  moveOrder,
  updateOrder,
  type OrderRecord,
} from '../orders/orders.store.ts';
import { endOrder, secureIfProved, takeFirmly } from './settle-checkout.ts';
import { endUnpaid } from './take-money.ts';

/** A member's request to pay for a seat. */
export interface CheckoutWish {
  memberId: string;
  partner: PartnerCode;
  cohortId: string;
  paymentType: PaymentType;
  acknowledged: boolean;
  /** The cohort's start as the member has read it. */
  startDate?: string | undefined;
  /** What is due today as the member has read it. */
  readAmountCents?: number | undefined;
  /** The key that the client address is counted under. */
  network: string;
}

const sessionMinutes = sessionMinutesFor(limits.seatHoldMinutes);
/** Holds per day for one unproved address. */
const unprovedHoldLimit = declareLimit({
  name: 'unproved-hold',
  per: 'account',
  points: limits.unprovedHoldsPerDay,
  seconds: 86_400,
});

/**
 * Holds a seat and creates its hosted checkout. Idempotent: the same wish, from another tab or after a lost answer, has
 * the same checkout. Another wish expires the earlier checkout before the new address is returned, so that a member
 * cannot pay twice, but after the new checkout exists, so that a refusal leaves the member what they had.
 *
 * @throws Refusal acknowledgement-required, eligibility-required, already-enrolled, payment-in-progress,
 *   cohort-not-found, cohort-elsewhere, cohort-not-open, cohort-moved, price-changed, cohort-full, email-unproved,
 *   too-many-requests, payment-provider-unavailable
 */
export async function startCheckout(services: EnrolmentServices, wish: CheckoutWish): Promise<Checkout> {
  if (!wish.acknowledged) throw new Refusal('acknowledgement-required');
  await requireMayPay(services, services.db, wish.memberId);
  requireReadPrice(wish);
  requireReadStart(await getCohort(services.db, wish.cohortId, services.clock.now()), wish.startDate);
  const known = sortOut(await listOrders(services.db, wish.memberId), wish);
  if (known.order) {
    if (known.order.givesWay) await secureIfProved(services, known.order);
    return handOut(services, { order: known.order, instead: known.instead, isNew: false });
  }
  return handOut(services, await placeOrder(services, wish));
}

/** @throws Refusal price-changed where another amount is due than the member has read */
function requireReadPrice({ paymentType, readAmountCents: read }: CheckoutWish): void {
  if (read !== undefined && read !== quote(paymentType).amountCents) throw new Refusal('price-changed');
}

async function requireMayPay({ membership }: EnrolmentServices, db: Database, memberId: string): Promise<void> {
  const { customFields } = await membership.toWire(db, memberId);
  if (hasPaid(customFields)) throw new Refusal('already-enrolled');
  if (!hasPassedCheck(customFields)) throw new Refusal('eligibility-required');
}

const isSameWish = (order: OrderRecord, wish: CheckoutWish) =>
  order.cohortId === wish.cohortId && order.paymentType === wish.paymentType && order.partner === wish.partner;

/** Whether an order was placed at the price of now, which its page shows: a release may have changed it since. */
function isAtPrice(order: OrderRecord): boolean {
  const { amountCents, balanceCents } = quote(order.paymentType);
  return order.amountCents === amountCents && order.balanceCents === balanceCents;
}

/** Whether an order can be paid again: seat held, time left, and its checkout exists or may still be in creation. */
const isReusable = (order: OrderRecord) =>
  (order.state === 'awaiting-payment' || (order.state === 'draft' && order.isYoung)) &&
  // Its card page names a first day that the cohort does not have any more.
  order.movedFrom === null &&
  isAtPrice(order) &&
  order.holdExpiresAt !== null &&
  order.hasTimeLeft;

/** Whether a member's money is here or on its way: a second checkout before that is settled could charge twice. */
const holdsMoney = ({ state }: OrderRecord) => state === 'processing' || state === 'unseated' || state === 'review';

/** An order to be paid, and the member's other open orders, which it replaces. */
interface Placed {
  order: OrderRecord;
  instead: OrderRecord[];
  /** Whether this request placed it. An existing one may be open in another tab. */
  isNew: boolean;
}

/**
 * Splits a member's open orders: the newest if it matches the wish, to be reused, and the others, to be ended.
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

/** Holds a seat for a new order. A member with a proved address pre-empts a hold that gives way in a full cohort. */
async function placeOrder(services: EnrolmentServices, wish: CheckoutWish): Promise<Placed> {
  const { memberId, cohortId } = wish;
  await services.limits.take(checkoutsPerMember, memberId);
  const member = await services.membership.findMember(services.db, memberId);
  if (member?.verified) return takeFirmly(services, cohortId, () => insertPlaced(services, wish));
  // Counted by address: deleting the account and signing up again must not reset the quota.
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

/** Inserts order and hold atomically. The member's lock serializes two tabs, which then share one order. */
async function insertPlaced(services: EnrolmentServices, wish: CheckoutWish): Promise<Placed> {
  const { db, clock, membership } = services;
  const { memberId, partner, paymentType, startDate, network } = wish;
  const id = newId('ord_');
  const place = async (tx: Transaction) => {
    const { verified } = await membership.lockMember(tx, memberId);
    await requireMayPay(services, tx, memberId);
    const { order, instead } = sortOut(await listOrders(tx, memberId), wish);
    if (order) return { id: order.id, instead, isNew: false };
    const claimant = { isProved: verified, network };
    const choosing = { partner, startDate, now: clock.now() };
    // An open order may hold a seat of this cohort, which transfers to the new order even if the cohort is full.
    const cohort =
      instead.length > 0
        ? await getCohort(tx, wish.cohortId, choosing.now)
        : await lookForSeat(tx, wish.cohortId, { claimant, ...choosing });
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
      knownMoves: cohort.moves,
      sessionMinutes,
    });
    const held = await holdSeat(
      tx,
      { cohortId: cohort.id, memberId, orderId: id },
      {
        minutes: (verified ? sessionMinutes : limits.unprovedHoldMinutes) + graceMinutes,
        claimant,
        ...choosing,
      },
    );
    // Under the cohort's lock: the run may have been moved a moment ago.
    if (held.moves !== cohort.moves) throw new Refusal('cohort-moved');
    if (!verified) await queueEndOfUnprovedHold(tx, id);
    return { id, instead: await endDrafts(tx, instead), isNew: true };
  };
  const placed = await transaction(db, place, seatTurn(wish.cohortId));
  return { order: (await findOrder(db, placed.id))!, instead: placed.instead, isNew: placed.isNew };
}

/** Cancels orders without a checkout yet; the concurrent request that creates it is refused. @returns the others */
async function endDrafts(tx: Transaction, orders: OrderRecord[]): Promise<OrderRecord[]> {
  for (const order of orders) if (order.sessionId === null) await endUnpaid(tx, order, 'cancelled');
  return orders.filter(({ sessionId }) => sessionId !== null);
}

/** Creates the checkout, expires all others, and only then returns its address: two open ones could both be paid. */
async function handOut(services: EnrolmentServices, placed: Placed): Promise<Checkout> {
  const { order, instead } = placed;
  try {
    const url = order.checkoutUrl ?? (await createCheckout(services, placed));
    for (const other of instead) await endInstead(services, other);
    const now = (await findOrder(services.db, order.id))!;
    // Ended by a concurrent request, for example from another tab.
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
 * Creates the order's checkout at the provider. Idempotent: the order's id is the idempotency key.
 *
 * @returns its address
 */
async function createCheckout(services: EnrolmentServices, placed: Placed): Promise<string> {
  const { order } = placed;
  const { db, cards, membership, appUrl, clock } = services;
  const member = await membership.findMember(db, order.memberId);
  if (!member) throw new Refusal('member-not-found');
  const cohort = await getCohort(db, order.cohortId, clock.now());
  const partner = partners[order.partner];
  const back = `${appUrl}/${partner.code}/payment`;
  const checkout = await cards.createCheckout({
    orderId: order.id,
    seller: `${partner.code.toUpperCase()} ${partner.words.Enrolment}`,
    description: describe(order),
    details: `${cohort.name}, ${formatStart(partner, shownStart(cohort))} · ${order.reference}`,
    // Of no hold, which becomes longer once the address is proved: a retry must send equal parameters.
    note: `Your seat is held while you can pay here: until ${formatMomentIn(partner.timeZone, partner, order.sessionExpiresAt.toISOString())} at the latest.`,
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
    // A permanent refusal: the order is dropped, because its idempotency key would replay the refusal on each press.
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
  // A race: another tab or a deletion ended the order meanwhile. Without a seat it must not be payable.
  await cards.expireCheckout(checkout.id);
  throw new Refusal('payment-in-progress');
}

/** The line the card page shows. A deposit is not named without the price it is a part of. */
function describe({ course, partner, paymentType, amountCents, balanceCents }: OrderRecord): string {
  const { words } = partners[partner];
  const what =
    paymentType === 'full'
      ? 'full payment'
      : `${words.enrolment} deposit (${formatPrice(partners[partner], amountCents + balanceCents)} in all)`;
  return `${courses[course].name}: ${what}`;
}
