import { transaction, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { getCohort } from '../catalogue/cohorts.ts';
import { seatTurn, takeSeat } from '../catalogue/seats.ts';
import { takeFirmly } from '../payments/checkouts/settle-checkout.ts';
import { queueMoneyMail } from '../payments/mails/payment-mails.ts';
import {
  findOrder,
  listOrders,
  lockOrder,
  paymentInfoOf,
  updateOrder,
  type OrderRecord,
} from '../payments/orders/orders.ts';
import { refundOrder } from '../payments/refunds/refunds.ts';
import { markEnrolled } from '../progress/progress.ts';
import type { EnrolmentServices } from '../services.ts';
import { recordDecision } from './runs.store.ts';

/** What a student of a cancelled run has instead. */
export interface ChosenInstead {
  memberId: string;
  /** Another cohort; undefined for the money back. */
  cohortId: string | undefined;
}

/**
 * The student's answer to a cancelled run: another cohort at the same price, or all the money back. Counts until the
 * automatic refund, even some minutes after the date.
 *
 * @throws Refusal run-not-cancelled, cohort-not-found, cohort-elsewhere, cohort-not-open, cohort-full,
 *   payment-provider-unavailable
 */
export async function chooseInstead(services: EnrolmentServices, chosen: ChosenInstead): Promise<OrderRecord> {
  const { db, membership, clock } = services;
  const { memberId, cohortId } = chosen;
  const paid = (await listOrders(db, memberId)).find(({ state }) => state === 'paid');
  if (!paid) throw new Refusal('run-not-cancelled');
  const decide = async (tx: Transaction) => {
    await membership.lockIfThere(tx, memberId);
    const order = await lockOrder(tx, paid.id);
    const { cancelledAt } = await getCohort(tx, order.cohortId, clock.now());
    if (order.state !== 'paid' || cancelledAt === null) throw new Refusal('run-not-cancelled');
    await (cohortId === undefined ? takeMoneyBack(services, tx, order) : changeCohort(services, tx, order, cohortId));
  };
  const turn = cohortId === undefined ? {} : seatTurn(cohortId);
  const decideOnce = () => transaction(db, decide, turn);
  // Money that is here pre-empts holds of unproved addresses.
  await (cohortId === undefined ? decideOnce() : takeFirmly(services, cohortId, decideOnce));
  return (await findOrder(db, paid.id))!;
}

async function takeMoneyBack(services: EnrolmentServices, tx: Transaction, order: OrderRecord): Promise<void> {
  const { id: orderId, cohortId } = order;
  await recordDecision(tx, { cohortId, orderId, outcome: 'refund', at: services.clock.now() });
  await refundOrder(services, tx, order, { source: 'member', reason: 'run-cancelled' });
}

/**
 * Takes the seat in the new cohort, which gives back the old one: an order has one seat. Both happen or neither
 * (mitxpro#1962: an enrolment that ended while the new one failed).
 */
async function changeCohort(
  services: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
  cohortId: string,
): Promise<void> {
  const { clock, membership } = services;
  const { id: orderId, memberId, partner, paidAt } = order;
  const { course } = await takeSeat(tx, { cohortId, memberId, orderId }, { partner, now: clock.now() });
  await updateOrder(tx, orderId, { cohortId, course });
  const moved = { ...order, cohortId, course };
  await markEnrolled(tx, membership, memberId, await paymentInfoOf(tx, moved, paidAt ?? clock.now()));
  await recordDecision(tx, {
    cohortId: order.cohortId,
    orderId,
    outcome: 'cohort',
    newCohortId: cohortId,
    at: clock.now(),
  });
  await queueMoneyMail(services, tx, { order: moved, news: 'moved', occasion: cohortId });
}
