import { limits } from '../../../../contract/limits.ts';
import type { OrderState } from '../../../../contract/payments.ts';
import { formatInCurrency } from '../../../../shared/format.ts';
import type { ProviderCheckout } from '../../../platform/cards/card-checkouts.ts';
import { judgeCheckout, type Verdict } from '../../../platform/cards/verdict.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noteForReview } from '../../../platform/reviews.ts';
import { getCohort } from '../../catalogue/cohorts.ts';
import { confirmSeat, holdAgain, keepSeat, releaseSeat } from '../../catalogue/seats.ts';
import { enrolMember } from '../enrol-member.ts';
import { closeCheckoutsJob, refundUnseatedJob } from '../../job-kinds.ts';
import { canMove, isSettled } from '../orders/order-states.ts';
import { whyNoSeat } from '../orders/orders.ts';
import type { EnrolmentServices } from '../../services.ts';
import { paidAtOf } from '../orders/orders.ts';
import { listOrders, lockOrder, moveOrder, type OrderRecord } from '../orders/orders.store.ts';
import { mailProcessing, queueMoneyMail } from '../mails/payment-mails.ts';
import { recordPayment } from '../payments.store.ts';
import { refundOrder } from '../refunds/refunds.ts';

/** Days that a delayed payment (bank debit, for example) may take to settle; the seat is held meanwhile. */
export const bankDays = 10;

/** Judges a checkout against its order: paid means one payment of exactly the price; a seat is never free. */
export const judge = (order: Pick<OrderRecord, 'amountCents' | 'currency'>, checkout: ProviderCheckout): Verdict =>
  judgeCheckout(checkout, {
    isAsAsked:
      checkout.payment !== null && checkout.amountCents === order.amountCents && checkout.currency === order.currency,
  });

/** What to do with a payment for a full cohort: throw, which rolls back, or record it without a seat. */
export type WhenFull = 'refuse' | 'leave-unseated';

/** The final state of an unpaid order: expired by time, or cancelled by its member or a rule. */
export type UnpaidEnding = 'expired' | 'cancelled';

/**
 * Applies a checkout's verdict to its order, in the caller's transaction, which has locked member and order.
 *
 * @param asked.endAs how the order ends where its checkout has ended unpaid
 * @throws Refusal cohort-full if `whenFull` is `refuse`
 */
export async function settle(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  { checkout, whenFull, endAs }: { checkout: ProviderCheckout; whenFull: WhenFull; endAs: UnpaidEnding },
): Promise<void> {
  const verdict = judge(order, checkout);
  if (verdict === 'paid') return takeMoney(services, tx, order, { checkout, whenFull });
  if (verdict === 'differs') return holdForReview(services, tx, order, checkout);
  if (isSettled(order.state)) return;
  if (verdict === 'settling' && canMove(order.state, 'processing')) {
    await keepSeatOf(services, tx, order);
    await moveOrder(tx, order, 'processing');
    await mailProcessing(services, tx, await lockOrder(tx, order.id));
  }
  if (verdict === 'expired') await endUnpaid(tx, order, endAs);
  if (verdict === 'failed') {
    await endUnpaid(tx, order, 'failed');
    // Last, because of the lock order: it may lock a mailbox's budget.
    if (order.state !== 'failed') await queueMoneyMail(services, tx, { order, news: 'failed' });
  }
}

/**
 * Holds the seat for `bankDays` while the payment settles, a free one where the hold has expired. A deleted member's hold is
 * released instead.
 */
async function keepSeatOf(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void> {
  const { id: orderId, cohortId, memberId } = order;
  if (!(await services.membership.findMember(tx, memberId))) return releaseSeat(tx, orderId);
  if (await keepSeat(tx, orderId, bankDays)) return;
  await holdAgain(tx, { cohortId, memberId, orderId }, { days: bankDays, now: services.clock.now() });
}

/**
 * Releases the seat and ends the order if `orderMoves` allows it. One whose time was over has expired, also where its member
 * cancels it before the provider's word of that was heard.
 *
 * @returns the resulting state
 */
export async function endUnpaid(tx: Transaction, order: OrderRecord, as: UnpaidEnding | 'failed'): Promise<OrderState> {
  const ending = as === 'cancelled' && order.isOver ? 'expired' : as;
  if (!canMove(order.state, ending)) return order.state;
  await releaseSeat(tx, order.id);
  await moveOrder(tx, order, ending);
  return ending;
}

/** Records a payment, then confirms the seat, leaves the order unseated, or refunds it. */
async function takeMoney(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  { checkout, whenFull }: { checkout: ProviderCheckout; whenFull: WhenFull },
): Promise<void> {
  const isNews = await recordPayment(tx, order.id, checkout);
  if (!isNews || isSettled(order.state)) return;
  if (!(await services.membership.findMember(tx, order.memberId)))
    return refundOrder(services, tx, order, { source: 'automatic', reason: 'member-gone' });
  if (checkout.customerId !== null) await services.membership.noteCustomer(tx, order.memberId, checkout.customerId);
  const others = (await listOrders(tx, order.memberId)).filter((other) => other.id !== order.id);
  if (others.some((other) => other.state === 'paid' || other.state === 'unseated'))
    return refundOrder(services, tx, order, { source: 'automatic', reason: 'paid-twice' });
  await seatPaid(services, tx, order, whenFull);
}

/**
 * Gives the seat for money that is here and enrols the member; in a full cohort leaves the order unseated, and pays back for
 * one that is cancelled, and for one that was moved where the time to answer is over.
 *
 * @throws Refusal cohort-full if `whenFull` is `refuse`
 */
export async function seatPaid(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  whenFull: WhenFull,
): Promise<void> {
  // One that is being cancelled meanwhile enrols, and its student gets the choice of all others.
  const now = services.clock.now();
  const reason = whyNoSeat(order, await getCohort(tx, order.cohortId, now), now);
  if (reason) return refundOrder(services, tx, order, { source: 'automatic', reason });
  const seat = { cohortId: order.cohortId, memberId: order.memberId, orderId: order.id };
  if (!(await confirmSeat(tx, seat, now))) {
    if (whenFull === 'refuse') throw new Refusal('cohort-full');
    return leaveUnseated(services, tx, order);
  }
  await enrolMember(services, tx, order);
  await addJob(tx, closeCheckoutsJob, { memberId: order.memberId });
}

/** Paid, but the cohort filled: the member decides, and without a decision the refund job pays back. */
async function leaveUnseated(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void> {
  const { log } = services;
  const paidAt = await paidAtOf(services, tx, order);
  await releaseSeat(tx, order.id);
  await addJob(tx, closeCheckoutsJob, { memberId: order.memberId });
  await moveOrder(tx, order, 'unseated', { paidAt, refundDueHours: limits.unseatedRefundHours });
  const unseated = await lockOrder(tx, order.id);
  await addJob(tx, refundUnseatedJob, { orderId: order.id }, { runAt: unseated.refundDueAt!, key: order.id });
  await noteForReview(tx, {
    kind: 'unseated-order',
    subject: order.id,
    note: 'Paid after the cohort had filled. Refunded by itself unless the member chooses.',
  });
  await queueMoneyMail(services, tx, { order: unseated, news: 'unseated' });
  log.warn({ order: order.id }, 'a paid order found no seat');
}

const amountOf = ({ amountCents, currency }: Pick<OrderRecord, 'amountCents' | 'currency'>): string =>
  formatInCurrency(currency, amountCents);

/** Another amount or currency than ordered: left to staff. */
async function holdForReview(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  checkout: ProviderCheckout,
): Promise<void> {
  const { log } = services;
  const isNews = checkout.payment ? await recordPayment(tx, order.id, checkout) : true;
  if (!isNews || isSettled(order.state)) return;
  await keepSeatOf(services, tx, order);
  await moveOrder(tx, order, 'review');
  await noteForReview(tx, {
    kind: 'amount-differs',
    subject: order.id,
    note: `Ordered ${amountOf(order)}, paid ${amountOf(checkout)}.`,
  });
  log.error({ order: order.id }, 'a payment differs from its order');
}
