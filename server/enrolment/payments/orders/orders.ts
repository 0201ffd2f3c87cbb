import type { PartnerCode } from '../../../../shared/partners.ts';
import type { NoSeat, Order, PaymentInfo } from '../../../../contract/payments.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { endDate, getCohort, shownStart, type CohortRecord } from '../../catalogue/cohorts.ts';
import type { EnrolmentServices } from '../../services.ts';
import { hasReturnedAll, isKept, isPayable, moneyBackOf } from './order-states.ts';
import { hasMoneyLeft } from '../payment-cents.store.ts';
import { listPayments } from '../payments.store.ts';
import {
  findOrder,
  graceMinutes,
  listOrders,
  lockOrder,
  noteLookedAt,
  updateOrder,
  type OrderRecord,
} from './orders.store.ts';

export { findOrder, hasMoneyLeft, listOrders, lockOrder, noteLookedAt, updateOrder };
export type { OrderRecord };

/** Order of relevance to the member: settled or under way, then money that is owed, then ended. */
const relevance: readonly Order['state'][] = ['paid', 'unseated', 'processing', 'review', 'awaiting-payment', 'draft'];

/** The member's most relevant order; the newest of equally relevant ones. */
export async function findRelevantOrder(db: Database, memberId: string): Promise<OrderRecord | undefined> {
  const orders = await listOrders(db, memberId);
  for (const state of relevance) {
    const found = orders.find((order) => order.state === state);
    if (found) return found;
  }
  return orders.find(isOwed) ?? orders[0];
}

/** Whether a refunded order still owes money: not all of it has been returned. */
const isOwed = (order: OrderRecord) => order.state === 'refunded' && !order.isDisputeLost && !hasReturnedAll(order);

/** The partner a member has paid or is paying; undefined where no money ever came in. */
export async function findPartnerPaid(db: Database, memberId: string): Promise<PartnerCode | undefined> {
  const order = await findRelevantOrder(db, memberId);
  return order && (order.paidCents > 0 || order.state === 'processing') ? order.partner : undefined;
}

/** Whether an order is about to end: all of its money is on its way back, so that none is left for another seat. */
export async function isEnding(db: Database, { id, state, lastRefund }: OrderRecord): Promise<boolean> {
  if (!isKept(state) || lastRefund === null) return false;
  return (await listPayments(db, id)).every(({ refundableCents }) => refundableCents === 0);
}

/**
 * ISO moment at which an unseated order's money goes back by itself; null for any other order.
 *
 * @param isGoingBack whether all of it is on its way back already, as `isEnding` says: then null, too
 */
export const refundDueOf = ({ state, refundDueAt }: OrderRecord, isGoingBack: boolean): string | null =>
  state === 'unseated' && !isGoingBack ? (refundDueAt?.toISOString() ?? null) : null;

/** The order as its member sees it. */
export async function presentOrder(services: EnrolmentServices, order: OrderRecord): Promise<Order> {
  const now = services.clock.now();
  const cohort = await getCohort(services.db, order.cohortId, now);
  const isGoingBack = await isEnding(services.db, order);
  const noSeat = order.state === 'processing' ? whyNoSeat(order, cohort, now) : undefined;
  return {
    id: order.id,
    reference: order.reference,
    state: order.state,
    partner: order.partner,
    course: order.course,
    cohort: {
      id: cohort.id,
      name: cohort.name,
      startDate: shownStart(cohort),
      endDate: endDate(cohort),
      schedule: cohort.schedule,
      timeZone: cohort.timeZone,
    },
    paymentType: order.paymentType,
    currency: 'NZD',
    amountCents: order.amountCents,
    paidCents: order.paidCents,
    refundedCents: order.refundedCents,
    ...(order.lostCents > 0 && { lostCents: order.lostCents }),
    moneyBack: moneyBackOf(order),
    balanceCents: order.balanceCents,
    discountCents: order.discountCents,
    sessionId: order.sessionId,
    checkoutUrl: isPayable(order.state) ? order.checkoutUrl : null,
    holdExpiresAt: shownHold(order)?.toISOString() ?? null,
    paidAt: order.paidAt?.toISOString() ?? null,
    refundDueAt: refundDueOf(order, isGoingBack),
    ...(isGoingBack || noSeat ? { isEnding: true, ...(noSeat && { noSeat }) } : askedOf(order, cohort)),
  };
}

/**
 * Why money for an order buys no seat in its run any more: the run is cancelled (decision 0077), or it was moved and the
 * time to answer is over (decision 0085). A payer who chose the day before a move is asked as all others are until then.
 */
export function whyNoSeat(
  { movedFrom }: Pick<OrderRecord, 'movedFrom'>,
  { cancelledAt, answerMoveBy }: Pick<CohortRecord, 'cancelledAt' | 'answerMoveBy'>,
  now: Date,
): NoSeat | undefined {
  if (cancelledAt !== null) return 'run-cancelled';
  return movedFrom !== null && answerMoveBy !== null && answerMoveBy <= now ? 'run-moved' : undefined;
}

/** What a student with a paid seat is to choose about. */
function askedOf(order: OrderRecord, cohort: CohortRecord): Pick<Order, 'movedRun' | 'cancelledRun'> {
  return {
    ...(isAskedAboutMove(order, cohort) && {
      movedRun: { startDateBefore: order.movedFrom, chooseBy: cohort.answerMoveBy!.toISOString() },
    }),
    ...(order.state === 'paid' && cohort.chooseBy && { cancelledRun: { chooseBy: cohort.chooseBy.toISOString() } }),
  };
}

/** Whether a student with a seat has yet to answer that the run was moved. One that is cancelled asks another question. */
const isAskedAboutMove = (order: OrderRecord, cohort: CohortRecord): order is OrderRecord & { movedFrom: string } =>
  order.state === 'paid' && order.movedFrom !== null && cohort.cancelledAt === null;

/** The end of the hold as shown to the member: when the checkout expires. `graceMinutes` come on top, unseen. */
export function shownHold({ state, holdExpiresAt, sessionExpiresAt, isOver }: OrderRecord): Date | null {
  if (state === 'processing') return holdExpiresAt;
  if (isOver || !holdExpiresAt) return null;
  return new Date(Math.min(sessionExpiresAt.getTime(), holdExpiresAt.getTime() - graceMinutes * 60_000));
}

/** When the money of an order came: for one that staff had to look at first, with its payment. */
export async function paidAtOf(
  { clock }: Pick<EnrolmentServices, 'clock'>,
  tx: Transaction,
  { id, state, paidAt }: OrderRecord,
): Promise<Date> {
  const [payment] = state === 'review' ? await listPayments(tx, id) : [];
  return paidAt ?? payment?.receivedAt ?? clock.now();
}

/** The member field `payment-info`: a copy of the payment for the client. */
export async function paymentInfoOf(tx: Transaction, order: OrderRecord, paidAt: Date): Promise<PaymentInfo> {
  const cohort = await getCohort(tx, order.cohortId, paidAt);
  return {
    cohortId: order.cohortId,
    course: order.course,
    cohortName: cohort.name,
    cohortStartDate: shownStart(cohort),
    paymentType: order.paymentType,
    amount: order.amountCents / 100,
    date: paidAt.toISOString(),
    sessionId: order.sessionId ?? '',
    status: 'completed',
  };
}
