import { disputeLostInPart, refundDisputed, refundFailed } from '../../../platform/cards/dispute-reviews.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { endReview, noteForReview, noteForReviewOnce } from '../../../platform/reviews.ts';
import type { ChosenCohort } from '../../catalogue/cohorts.ts';
import { releaseSeat, seatTurn, takeSeat } from '../../catalogue/seats.ts';
import { markUnenrolled } from '../../progress/progress.ts';
import { enrolledPlan, enrolMember } from '../enrol-member.ts';
import { closeCheckoutsJob, requestRefundJob } from '../../job-kinds.ts';
import { hasReturnedAll, moneyBackOf } from '../orders/order-states.ts';
import type { EnrolmentServices } from '../../services.ts';
import { isEnding } from '../orders/orders.ts';
import {
  findOrder,
  findOrderOfPayment,
  listOrders,
  lockOrder,
  moveOrder,
  updateOrder,
  type OrderRecord,
} from '../orders/orders.store.ts';
import { queueMoneyMail } from '../mails/payment-mails.ts';
import {
  findRefund,
  insertRefund,
  listPayments,
  listRefundsOfOrder,
  markDisputeLost,
  markRefundFailed,
  returnedElsewhere,
  upsertRefund,
  type RefundingStaff,
  type NewRefund,
  type RefundRecord,
} from '../payments.store.ts';

export { listPayments };

/** Who decided a refund, and why. */
export interface RefundDecision {
  source: 'automatic' | 'member' | 'staff';
  reason:
    | 'paid-twice'
    | 'class-full'
    | 'no-decision'
    | 'member-gone'
    | 'run-cancelled'
    | 'run-moved'
    | 'staff-decision'
    | 'tried-again';
  staff?: RefundingStaff;
}

/** Notes for staff about automatic refunds, which need no action, so that they can answer the member's question. */
const toldToStaff: Partial<Record<RefundDecision['reason'], string>> = {
  'paid-twice': 'A second payment for one member. It is being refunded.',
  'member-gone': 'Paid by a member who has been deleted. It is being refunded.',
};

/**
 * Queues the refund of so much of an order's money, the oldest payment first, and of no more than is left. The provider is
 * never called inside a transaction. Requires the order's lock.
 *
 * @returns the cents that go back
 */
export async function beginRefunds(
  tx: Transaction,
  orderId: string,
  { decision, mostCents = Infinity }: { decision: RefundDecision; mostCents?: number },
): Promise<number> {
  let begunCents = 0;
  for (const payment of await listPayments(tx, orderId)) {
    // Staff may have refunded a part at the provider, which refuses more than the rest.
    const amountCents = Math.min(payment.refundableCents, mostCents - begunCents);
    if (amountCents <= 0) continue;
    await queueRefund(tx, { paymentId: payment.id, amountCents, ...decision });
    begunCents += amountCents;
  }
  return begunCents;
}

/** Ends an order, queues the refund of all its money, and takes enrolment back where it had enrolled its member. */
export async function refundOrder(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  decision: RefundDecision,
): Promise<void> {
  const backCents = await beginRefunds(tx, order.id, { decision });
  await takeEnrolmentBack(services, tx, order);
  await releaseSeat(tx, order.id);
  await moveOrder(tx, order, 'refunded', { refundDueHours: null });
  const { reason } = decision;
  const note = toldToStaff[reason];
  if (note !== undefined) await noteForReview(tx, { kind: reason, subject: order.id, note });
  await queueMoneyMail(services, tx, {
    order,
    news: 'refund-started',
    endsSeat: order.state === 'paid',
    ...(backCents > 0 && { backCents }),
    ...(reason === 'run-moved' && { moveAnswer: decision.source === 'member' ? 'refund' : 'no-answer' }),
  });
}

/** Ends the enrolment of a paid order's member, unless they are deleted. */
async function takeEnrolmentBack(
  { membership }: EnrolmentServices,
  tx: Transaction,
  { state, memberId }: OrderRecord,
): Promise<void> {
  if (state !== 'paid' || !(await membership.findMember(tx, memberId))) return;
  await markUnenrolled(tx, membership, memberId);
  await membership.revokePlan(tx, memberId, enrolledPlan.planId);
}

/** Writes down a refund of a part of a payment and queues its request. The order's state stays as it is. */
export async function queueRefund(tx: Transaction, refund: NewRefund): Promise<void> {
  const refundId = await insertRefund(tx, refund);
  await addJob(tx, requestRefundJob, { refundId }, { key: refundId });
}

/**
 * Requests a refund from the provider. Idempotent: the refund's id is the idempotency key. While the payment is disputed it
 * stays requested, and reconciliation asks again.
 */
export async function requestRefund(services: EnrolmentServices, refundId: string): Promise<void> {
  const refund = await findRefundNow(services, refundId);
  if (!refund) return;
  const made = await services.cards.refund({
    paymentId: refund.providerPaymentId,
    // A dispute may have taken a part while the refund waited. What else is too much, or less than a cent, is refused.
    amountCents: refund.lostCents > 0 ? Math.min(refund.amountCents, refund.mostCents) : refund.amountCents,
    key: refund.id,
    reason: refund.reason,
  });
  if (made === 'disputed') return noteDisputed(services, refund);
  await applyRefunds(services, refund.providerPaymentId, { refused: made ? undefined : refund.id });
}

/** A requested refund, once what the provider knows of lost disputes is recorded: their events may still be on the way. */
async function findRefundNow(services: EnrolmentServices, refundId: string): Promise<RefundRecord | undefined> {
  const find = async () => {
    const refund = await findRefund(services.db, refundId);
    return refund?.state === 'requested' ? refund : undefined;
  };
  const refund = await find();
  if (!refund || (await services.cards.sumLost(refund.providerPaymentId)) <= refund.lostCents) return refund;
  await applyRefunds(services, refund.providerPaymentId);
  return find();
}

async function noteDisputed({ db, log }: EnrolmentServices, { providerPaymentId }: RefundRecord): Promise<void> {
  const { id } = (await findOrderOfPayment(db, providerPaymentId))!;
  if (await noteForReviewOnce(db, refundDisputed(id)))
    log.warn({ order: id }, 'a refund waits for the end of a dispute');
}

/**
 * Takes over what the provider says about a payment's refunds and disputes, begun by us, by staff or by the bank. A full
 * refund or a lost dispute ends enrolment and frees the seat; a partial refund does not, and after a lost dispute about a
 * part staff decide. Idempotent: what is heard of again is neither mailed nor put on the operators' list again, though
 * they have dealt with it.
 *
 * @param refused a refund of ours that the provider has just refused to make
 */
export async function applyRefunds(
  services: EnrolmentServices,
  providerPaymentId: string,
  { refused }: { refused?: string | undefined } = {},
): Promise<void> {
  const found = await findOrderOfPayment(services.db, providerPaymentId);
  if (!found) return;
  const refunds = await services.cards.listRefunds(providerPaymentId);
  const lostCents = await services.cards.sumLost(providerPaymentId);
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    const before = await lockOrder(tx, found.id);
    const failuresBefore = await countFailures(tx, before);
    if (refused !== undefined) await markRefundFailed(tx, refused);
    const readPayment = async () =>
      (await listPayments(tx, found.id)).find((each) => each.providerPaymentId === providerPaymentId)!;
    // The oldest first: one that tries again is known by what those before it failed to pay back.
    for (const refund of refunds.toReversed()) await upsertRefund(tx, await readPayment(), refund);
    const payment = await readPayment();
    const loss = lostCents > 0 ? await markDisputeLost(tx, payment.id, lostCents) : undefined;
    const disputeLost = loss ? loss === 'whole' : payment.isDisputeLost;
    const after = (await findOrder(tx, found.id))!;
    const failures = await countFailures(tx, after);
    if (!(await isWaiting(tx, after))) await endReview(tx, refundDisputed(after.id));
    // A failed refund matters only while money is owed: not after a lost dispute or another full refund.
    if (failures > failuresBefore && !disputeLost && !hasReturnedAll(after))
      await noteFailure(services, tx, after, failures);
    if (hasReturnedAll(after) || disputeLost) await endEnrolment(services, tx, { before, after, failures });
    else if (loss === 'part' && after.state !== 'refunded') await noteForReview(tx, disputeLostInPart(after.id));
  });
}

/** Whether the provider has yet to make a refund, which it does not while the payment is disputed. */
const isWaiting = async (tx: Transaction, { id }: OrderRecord): Promise<boolean> =>
  (await listRefundsOfOrder(tx, id)).some(({ state }) => state === 'requested');

const countFailures = async (tx: Transaction, order: OrderRecord): Promise<number> =>
  (await listRefundsOfOrder(tx, order.id)).filter((refund) => hasFailed(refund, order)).length;

/** Whether a refund failed. One cancelled by staff counts only if the order has ended and owes all its money. */
const hasFailed = (refund: RefundRecord, order: OrderRecord) =>
  refund.state === 'failed' || (refund.state === 'canceled' && order.state === 'refunded');

/** Reports each failed refund once: to staff and, unless it is being tried again, to the member. */
async function noteFailure(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  failures: number,
): Promise<void> {
  if (moneyBackOf(order) === 'failed') await queueMoneyMail(services, tx, { order, news: 'refund-failed', failures });
  await noteForReview(tx, refundFailed(order.id));
  services.log.error({ order: order.id }, 'a refund failed');
}

/**
 * Ends an enrolment whose money has gone back. Idempotent.
 *
 * @param ended.before the order as it was locked
 * @param ended.news what the member is told, where the money came back neither to the card nor by a dispute
 */
export async function endEnrolment(
  services: EnrolmentServices,
  tx: Transaction,
  ended: { before: OrderRecord; after: OrderRecord; failures: number; news?: 'returned-elsewhere' },
): Promise<void> {
  const { before, after, failures } = ended;
  const elsewhereCents = await sumElsewhere(tx, before.id);
  await takeEnrolmentBack(services, tx, before);
  await releaseSeat(tx, before.id);
  // Reached once per refund and per repeated event, so the order may have been moved before.
  if (before.state !== 'refunded') await moveOrder(tx, before, 'refunded', { refundDueHours: null });
  // Staff wrote down that the last of it went another way, and the member was told then.
  else if (elsewhereCents > 0 && hasReturnedAll(before)) return;
  const news = ended.news ?? (hasReturnedAll(after) ? 'refunded' : 'disputed');
  await queueMoneyMail(services, tx, {
    order: after,
    news,
    endsSeat: before.state === 'paid',
    elsewhereCents,
    // A refund that waited for the dispute fails once it is lost, which is no other news.
    ...(news !== 'disputed' && { failures }),
  });
}

/** Cents that staff paid back by another way than the card. */
const sumElsewhere = async (tx: Transaction, orderId: string): Promise<number> =>
  (await listRefundsOfOrder(tx, orderId)).reduce(
    (sum, { reason, amountCents }) => sum + (reason === returnedElsewhere ? amountCents : 0),
    0,
  );

/**
 * The member's answer to "paid, but the class filled": a cohort with a seat at the same price, or all the money back.
 *
 * @throws Refusal order-not-unseated, refund-under-way, and those of `takeSeat`
 */
export async function resolveUnseated(
  services: EnrolmentServices,
  { memberId, cohort }: { memberId: string; cohort?: ChosenCohort },
): Promise<OrderRecord> {
  const orders = await listOrders(services.db, memberId);
  const unseated = orders.find((order) => order.state === 'unseated');
  if (!unseated) throw new Refusal('order-not-unseated');
  const decide = async (tx: Transaction) => {
    const order = await lockUnseated(services, tx, unseated);
    if (!order) throw new Refusal('order-not-unseated');
    if (!cohort) return refundOrder(services, tx, order, { source: 'member', reason: 'class-full' });
    if (await isEnding(tx, order)) throw new Refusal('refund-under-way');
    await moveToCohort(services, tx, order, cohort);
  };
  await transaction(services.db, decide, cohort ? seatTurn(cohort.cohortId) : {});
  return (await findOrder(services.db, unseated.id))!;
}

/** Refunds an unseated order whose member has not decided in time. No effect if they have. */
export async function refundUnseated(services: EnrolmentServices, orderId: string): Promise<void> {
  const found = await findOrder(services.db, orderId);
  if (!found) return;
  await transaction(services.db, async (tx) => {
    const order = await lockUnseated(services, tx, found);
    if (order) await refundOrder(services, tx, order, { source: 'automatic', reason: 'no-decision' });
  });
}

async function lockUnseated(
  { membership }: EnrolmentServices,
  tx: Transaction,
  { id, memberId }: OrderRecord,
): Promise<OrderRecord | undefined> {
  await membership.lockIfThere(tx, memberId);
  const order = await lockOrder(tx, id);
  return order.state === 'unseated' ? order : undefined;
}

/**
 * Takes the seat in a cohort and enrols, in the caller's transaction.
 *
 * @throws Refusal as `takeSeat` does
 */
export async function moveToCohort(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  chosen: ChosenCohort,
): Promise<void> {
  await enrolMember(services, tx, await takeSeatIn(services, tx, order, chosen));
}

/**
 * Takes a seat in a cohort for an order, which gives its old one back by the same statement: an order has one claim.
 * Requires the order's lock.
 *
 * @returns the order with the cohort @throws Refusal as `takeSeat` does
 */
export async function takeSeatIn(
  { clock }: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  { cohortId, startDate }: ChosenCohort,
): Promise<OrderRecord> {
  const seat = { cohortId, memberId: order.memberId, orderId: order.id };
  const { course } = await takeSeat(tx, seat, { partner: order.partner, startDate, now: clock.now() });
  await updateOrder(tx, order.id, { cohortId, course });
  await addJob(tx, closeCheckoutsJob, { memberId: order.memberId });
  return { ...order, cohortId, course };
}
