import { limits } from '../../../contract/limits.ts';
import type { OrderState } from '../../../contract/payments.ts';
import type { ProviderCheckout } from '../../platform/cards/card-checkouts.ts';
import { judgeCheckout, type Verdict } from '../../platform/cards/verdict.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { noteForReview } from '../../platform/reviews.ts';
import { confirmSeat, keepSeat, releaseSeat } from '../catalogue/seats.ts';
import { enrolMember } from './enrol-member.ts';
import { closeCheckoutsJob, refundUnseatedJob } from '../job-kinds.ts';
import { canMove, isSettled } from './order-states.ts';
import type { EnrolmentServices } from '../services.ts';
import { listOrders, lockOrder, moveOrder, type OrderRecord } from './orders.store.ts';
import { queueMoneyMail } from './payment-mails.ts';
import { recordPayment } from './payments.store.ts';
import { refundOrder } from './refunds.ts';

/** A bank may take this long with a payment that settles later; the seat is kept meanwhile. */
export const bankDays = 10;

/** What a checkout means for its order: a seat is never free, and is paid by one payment of exactly its price. */
export const judge = (order: Pick<OrderRecord, 'amountCents' | 'currency'>, checkout: ProviderCheckout): Verdict =>
  judgeCheckout(checkout, {
    isAsAsked:
      checkout.payment !== null && checkout.amountCents === order.amountCents && checkout.currency === order.currency,
  });

/** What to do with money for a class that is full: refuse it, so that nothing of it is written, or take it without a seat. */
export type WhenFull = 'refuse' | 'leave-unseated';

/** How an order ends that nobody has paid: by itself, or because its member or a rule wanted that. */
export type UnpaidEnding = 'expired' | 'cancelled';

/**
 * Does to an order what its checkout means, in the caller's transaction, which has locked member and order.
 *
 * @param asked.endAs how the order ends where its checkout has ended unpaid
 * @throws Refusal cohort-full where that is asked for
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
    await queueMoneyMail(services, tx, { order, news: 'processing' });
  }
  if (verdict === 'expired') await endUnpaid(tx, order, endAs);
  if (verdict === 'failed') {
    await endUnpaid(tx, order, 'failed');
    // Last, because it may lock a mailbox's budget.
    if (order.state !== 'failed') await queueMoneyMail(services, tx, { order, news: 'failed' });
  }
}

/** The seat waits as long as the money does. Who has been deleted needs none. */
async function keepSeatOf({ membership }: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void> {
  if (await membership.findMember(tx, order.memberId)) await keepSeat(tx, order.id, bankDays);
  else await releaseSeat(tx, order.id);
}

/**
 * Gives the seat back and ends the order, where it may still end so. One that has expired stays expired, though its
 * member cancels it afterwards.
 *
 * @returns the order's state then
 */
export async function endUnpaid(tx: Transaction, order: OrderRecord, as: UnpaidEnding | 'failed'): Promise<OrderState> {
  if (!canMove(order.state, as)) return order.state;
  await releaseSeat(tx, order.id);
  await moveOrder(tx, order, as);
  return as;
}

/** Money is here: it is recorded first, then it buys the seat, waits for a decision, or goes back. */
async function takeMoney(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  { checkout, whenFull }: { checkout: ProviderCheckout; whenFull: WhenFull },
): Promise<void> {
  const { clock } = services;
  const isNews = await recordPayment(tx, order.id, checkout);
  if (!isNews || isSettled(order.state)) return;
  if (!(await services.membership.findMember(tx, order.memberId)))
    return refundOrder(services, tx, order, { source: 'automatic', reason: 'member-gone' });
  if (checkout.customerId !== null) await services.membership.noteCustomer(tx, order.memberId, checkout.customerId);
  const others = (await listOrders(tx, order.memberId)).filter((other) => other.id !== order.id);
  if (others.some((other) => other.state === 'paid' || other.state === 'unseated'))
    return refundOrder(services, tx, order, { source: 'automatic', reason: 'paid-twice' });
  const seat = { cohortId: order.cohortId, memberId: order.memberId, orderId: order.id };
  if (!(await confirmSeat(tx, seat, clock.now()))) {
    if (whenFull === 'refuse') throw new Refusal('cohort-full');
    return leaveUnseated(services, tx, order);
  }
  await enrolMember(services, tx, order);
  await addJob(tx, closeCheckoutsJob, { memberId: order.memberId });
}

/** Paid, but the class filled: the member decides; without a word from them the money goes back by itself. */
async function leaveUnseated(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void> {
  const { log, clock } = services;
  await releaseSeat(tx, order.id);
  await addJob(tx, closeCheckoutsJob, { memberId: order.memberId });
  await moveOrder(tx, order, 'unseated', { paidAt: clock.now(), refundDueHours: limits.unseatedRefundHours });
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

/** Another amount or currency than ordered: never acted upon by itself. */
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
    note: `Ordered ${order.amountCents} ${order.currency}, paid ${checkout.amountCents} ${checkout.currency} (cents).`,
  });
  log.error({ order: order.id }, 'a payment differs from its order');
}
