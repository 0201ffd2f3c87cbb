import { limits } from '../../../contract/limits.ts';
import type { OrderState } from '../../../contract/payments.ts';
import type { ProviderCheckout } from '../../platform/cards/card-checkouts.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { noteForReview } from '../../platform/reviews.ts';
import { confirmSeat, keepSeat, releaseSeat } from '../catalogue/seats.ts';
import { enrolMember } from './enrol-member.ts';
import { closeCheckoutsJob, refundUnseatedJob } from './job-names.ts';
import { canMove, isOpen, isSettled } from './order-states.ts';
import type { EnrolmentServices } from './orders.ts';
import { findOrder, findOrderBySession, listOrders, lockOrder, updateOrder, type OrderRecord } from './orders.store.ts';
import { queueMoneyMail } from './payment-mails.ts';
import { recordPayment } from './payments.store.ts';
import { refundOrder } from './refunds.ts';

/** A bank may take this long with a payment that settles later; the seat is kept meanwhile. */
export const bankDays = 10;

/**
 * Asks the provider what became of a checkout and acts on it. The card event, the success page and reconciliation
 * all come here, in any order and as often as they like.
 *
 * @returns the order as it is then; undefined when the checkout is not one of ours
 * @throws Refusal payment-provider-unavailable
 */
export async function confirmPayment(services: EnrolmentServices, sessionId: string): Promise<OrderRecord | undefined> {
  const checkout = await services.cards.findCheckout(sessionId);
  return checkout ? settleCheckout(services, checkout) : endForgotten(services, sessionId);
}

/** A checkout the provider does not know any more cannot be paid once its time is over. */
export async function endForgotten(services: EnrolmentServices, sessionId: string): Promise<OrderRecord | undefined> {
  const found = await findOrderBySession(services.db, sessionId);
  if (!found || !found.isOver || !isOpen(found.state)) return found;
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    await endOrder(tx, await lockOrder(tx, found.id), 'expired');
  });
  return findOrder(services.db, found.id);
}

/**
 * Acts on a checkout as the provider has just described it. Everything happens in one transaction, once; also for a
 * member who has been deleted, whose money is written down all the same and goes back.
 */
export async function settleCheckout(
  services: EnrolmentServices,
  checkout: ProviderCheckout,
): Promise<OrderRecord | undefined> {
  const found = await findOrderOf(services.db, checkout);
  if (!found) return noteStranger(services, checkout);
  if (checkout.live !== services.cards.live) return found;
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    const order = await lockOrder(tx, found.id);
    if (!order.sessionId) await updateOrder(tx, order.id, { sessionId: checkout.id });
    await settle({ ...services, db: tx }, { ...order, sessionId: checkout.id }, checkout);
  });
  return findOrder(services.db, found.id);
}

/** By the session, or by our reference where the process died before the session's id was written down. */
async function findOrderOf(db: Database, checkout: ProviderCheckout): Promise<OrderRecord | undefined> {
  const bySession = await findOrderBySession(db, checkout.id);
  if (bySession || !checkout.reference) return bySession;
  const byReference = await findOrder(db, checkout.reference);
  return byReference?.sessionId === null ? byReference : undefined;
}

/** Money for something we did not open is never acted upon; a person looks at it. */
async function noteStranger({ db, log }: EnrolmentServices, checkout: ProviderCheckout): Promise<undefined> {
  if (checkout.paymentStatus !== 'paid') return undefined;
  log.error({ session: checkout.id }, 'a payment came in for a checkout that is not ours');
  await noteForReview(db, {
    kind: 'unknown-payment',
    subject: checkout.id,
    note: 'Paid, but no order of ours has this checkout.',
  });
  return undefined;
}

type Verdict = 'paid' | 'differs' | 'settling' | 'failed' | 'expired' | 'open';

/** What a checkout means for its order. */
export function judge(order: Pick<OrderRecord, 'amountCents' | 'currency'>, checkout: ProviderCheckout): Verdict {
  if (checkout.status === 'expired') return 'expired';
  if (checkout.status === 'open') return 'open';
  if (checkout.paymentStatus === 'unpaid') return hasFailed(checkout) ? 'failed' : 'settling';
  const matches = checkout.amountCents === order.amountCents && checkout.currency === order.currency;
  return matches && checkout.paymentStatus === 'paid' && checkout.payment ? 'paid' : 'differs';
}

/** A payment that settles later and did not: the provider asks for another method or has given it up. */
const hasFailed = (checkout: ProviderCheckout) =>
  checkout.payment?.state === 'requires_payment_method' || checkout.payment?.state === 'canceled';

async function settle(services: EnrolmentServices, order: OrderRecord, checkout: ProviderCheckout): Promise<void> {
  const { db: tx } = services;
  const verdict = judge(order, checkout);
  if (verdict === 'paid') return takeMoney(services, order, checkout);
  if (verdict === 'differs') return holdForReview(services, order, checkout);
  if (isSettled(order.state)) return;
  if (verdict === 'settling' && canMove(order.state, 'processing')) {
    await keepSeatOf(services, order);
    await updateOrder(tx, order.id, { state: 'processing' });
    await queueMoneyMail(services, order, 'processing');
  }
  if (verdict === 'expired') await endOrder(tx, order, 'expired');
  if (verdict === 'failed') {
    if (order.state !== 'failed') await queueMoneyMail(services, order, 'failed');
    await endOrder(tx, order, 'failed');
  }
}

/** The seat waits as long as the money does. Who has been deleted needs none. */
async function keepSeatOf({ db: tx, membership }: EnrolmentServices, order: OrderRecord): Promise<void> {
  if (await membership.findMember(tx, order.memberId)) await keepSeat(tx, order.id, bankDays);
  else await releaseSeat(tx, order.id);
}

async function endOrder(tx: Database, order: OrderRecord, state: OrderState): Promise<void> {
  if (!canMove(order.state, state)) return;
  await releaseSeat(tx, order.id);
  await updateOrder(tx, order.id, { state });
}

/** Money is here: it is recorded first, then it buys the seat, waits for a decision, or goes back. */
async function takeMoney(services: EnrolmentServices, order: OrderRecord, checkout: ProviderCheckout): Promise<void> {
  const { db: tx, clock } = services;
  const isNews = await recordPayment(tx, order.id, checkout);
  if (!isNews || isSettled(order.state)) return;
  if (!(await services.membership.findMember(tx, order.memberId)))
    return refundOrder(services, order, { source: 'automatic', reason: 'member-gone' });
  if (checkout.customerId !== null) await services.membership.noteCustomer(tx, order.memberId, checkout.customerId);
  const others = (await listOrders(tx, order.memberId)).filter((other) => other.id !== order.id);
  if (others.some((other) => other.state === 'paid' || other.state === 'unseated'))
    return refundOrder(services, order, { source: 'automatic', reason: 'paid-twice' });
  const seat = { cohortId: order.cohortId, memberId: order.memberId, orderId: order.id };
  if (!(await confirmSeat(tx, seat, clock.now()))) return leaveUnseated(services, order);
  await enrolMember(services, order);
  await addJob(tx, { name: closeCheckoutsJob, payload: { memberId: order.memberId } });
}

/** Paid, but the class filled: the member decides; without a word from them the money goes back by itself. */
async function leaveUnseated(services: EnrolmentServices, order: OrderRecord): Promise<void> {
  const { db: tx, log, clock } = services;
  await releaseSeat(tx, order.id);
  await addJob(tx, { name: closeCheckoutsJob, payload: { memberId: order.memberId } });
  await updateOrder(tx, order.id, {
    state: 'unseated',
    paidAt: clock.now(),
    refundDueHours: limits.unseatedRefundHours,
  });
  const unseated = await lockOrder(tx, order.id);
  await addJob(tx, {
    name: refundUnseatedJob,
    payload: { orderId: order.id },
    runAt: unseated.refundDueAt!,
    key: `${refundUnseatedJob}-${order.id}`,
  });
  await noteForReview(tx, {
    kind: 'unseated-order',
    subject: order.id,
    note: 'Paid after the cohort had filled. Refunded by itself unless the member chooses.',
  });
  await queueMoneyMail(services, unseated, 'unseated');
  log.warn({ order: order.id }, 'a paid order found no seat');
}

/** Another amount or currency than ordered: never acted upon by itself. */
async function holdForReview(
  services: EnrolmentServices,
  order: OrderRecord,
  checkout: ProviderCheckout,
): Promise<void> {
  const { db: tx, log } = services;
  const isNews = checkout.payment ? await recordPayment(tx, order.id, checkout) : true;
  if (!isNews || isSettled(order.state)) return;
  await keepSeatOf(services, order);
  await updateOrder(tx, order.id, { state: 'review' });
  await noteForReview(tx, {
    kind: 'amount-differs',
    subject: order.id,
    note: `Ordered ${order.amountCents} ${order.currency}, paid ${checkout.amountCents} ${checkout.currency} (cents).`,
  });
  log.error({ order: order.id }, 'a payment differs from its order');
}
