import type * as z from 'zod/mini';
import type { RunChoiceRequest } from '../../../contract/payments.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { getCohort, requireReadStart, type ChosenCohort, type CohortRecord } from '../catalogue/cohorts.ts';
import { seatTurn, takeSeat } from '../catalogue/seats.ts';
import { takeFirmly } from '../payments/checkouts/settle-checkout.ts';
import { queueMoneyMail } from '../payments/mails/payment-mails.ts';
import {
  findOrder,
  isEnding,
  listOrders,
  lockOrder,
  paymentInfoOf,
  updateOrder,
  type OrderRecord,
} from '../payments/orders/orders.ts';
import { refundOrder } from '../payments/refunds/refunds.ts';
import { markEnrolled } from '../progress/progress.ts';
import type { EnrolmentServices } from '../services.ts';
import { recordMoveDecision } from './moves.store.ts';
import { recordDecision, type Decision } from './runs.store.ts';

/** A student's answer, by the names of the call. */
export type ChosenInstead = { memberId: string } & z.infer<typeof RunChoiceRequest>;

/**
 * The student's answer to a cancelled or moved run: another cohort at the same price, all the money back, or the seat at its
 * new first day. Counts until the automatic refund, even some minutes after the date.
 *
 * @throws Refusal run-not-cancelled, refund-under-way, cohort-moved, cohort-not-found, cohort-elsewhere, cohort-not-open,
 *   cohort-full, payment-provider-unavailable
 */
export async function chooseInstead(services: EnrolmentServices, chosen: ChosenInstead): Promise<OrderRecord> {
  const { db, membership, clock } = services;
  const { memberId } = chosen;
  const other = chosen.choice === 'cohort' ? chosen : undefined;
  const paid = (await listOrders(db, memberId)).find(({ state }) => state === 'paid');
  if (!paid) throw new Refusal('run-not-cancelled');
  const decide = async (tx: Transaction) => {
    await membership.lockIfThere(tx, memberId);
    const order = await lockOrder(tx, paid.id);
    const cohort = await getCohort(tx, order.cohortId, clock.now());
    const isAsked = cohort.cancelledAt !== null || order.movedFrom !== null;
    if (order.state !== 'paid' || !isAsked) throw new Refusal('run-not-cancelled');
    // Decision 0078: a refund by staff ends the enrolment once the provider has paid it, and would take the new seat with it.
    if (chosen.choice !== 'refund' && (await isEnding(tx, order))) throw new Refusal('refund-under-way');
    const asked = { order, cohort };
    if (chosen.choice === 'keep') return keepSeat(services, tx, asked, chosen.startDate);
    await (other ? changeCohort(services, tx, asked, other) : takeMoneyBack(services, tx, asked));
  };
  const turn = other ? seatTurn(other.cohortId) : {};
  const decideOnce = () => transaction(db, decide, turn);
  // Money that is here pre-empts holds of unproved addresses.
  await (other ? takeFirmly(services, other.cohortId, decideOnce) : decideOnce());
  return (await findOrder(db, paid.id))!;
}

/** An order whose student is asked, and its cohort. That it is cancelled counts before that it was moved. */
interface Asked {
  order: OrderRecord;
  cohort: CohortRecord;
}

/** Writes an answer down where the question stands. */
function recordAnswer(
  { clock }: EnrolmentServices,
  tx: Transaction,
  { order, cohort }: Asked,
  answer: Pick<Decision, 'outcome' | 'newCohortId'>,
): Promise<void> {
  const decision = { cohortId: cohort.id, orderId: order.id, at: clock.now(), ...answer };
  return cohort.cancelledAt === null
    ? recordMoveDecision(tx, { ...decision, move: cohort.moves })
    : recordDecision(tx, decision);
}

/**
 * Agrees to the new first day. One that is moved meanwhile again has a higher move than this writes down, and asks anew.
 *
 * @throws Refusal cohort-not-open for one that is cancelled meanwhile, cohort-moved
 */
async function keepSeat(services: EnrolmentServices, tx: Transaction, asked: Asked, startDate: string): Promise<void> {
  const { order, cohort } = asked;
  if (cohort.cancelledAt !== null) throw new Refusal('cohort-not-open');
  requireReadStart(cohort, startDate);
  await updateOrder(tx, order.id, { knownMoves: cohort.moves });
  await recordAnswer(services, tx, asked, { outcome: 'keep' });
  await queueMoneyMail(services, tx, { order, news: 'run-kept', occasion: `${cohort.id}-${cohort.moves}` });
}

async function takeMoneyBack(services: EnrolmentServices, tx: Transaction, asked: Asked): Promise<void> {
  const { order, cohort } = asked;
  await recordAnswer(services, tx, asked, { outcome: 'refund' });
  const reason = cohort.cancelledAt === null ? 'run-moved' : 'run-cancelled';
  await refundOrder(services, tx, order, { source: 'member', reason });
}

/**
 * Takes the seat in the new cohort, which gives back the old one: an order has one seat. Both happen or neither
 * (mitxpro#1962: an enrolment that ended while the new one failed).
 */
async function changeCohort(
  services: EnrolmentServices,
  tx: Transaction,
  asked: Asked,
  { cohortId, startDate }: ChosenCohort,
): Promise<void> {
  const { clock, membership } = services;
  const { order, cohort: before } = asked;
  // That of a moved run is kept by agreeing to its new day.
  if (cohortId === order.cohortId) throw new Refusal('cohort-not-open');
  const { id: orderId, memberId, partner, paidAt } = order;
  const { course } = await takeSeat(tx, { cohortId, memberId, orderId }, { partner, startDate, now: clock.now() });
  await updateOrder(tx, orderId, { cohortId, course });
  const moved = { ...order, cohortId, course };
  await markEnrolled(tx, membership, memberId, await paymentInfoOf(tx, moved, paidAt ?? clock.now()));
  await recordAnswer(services, tx, asked, { outcome: 'cohort', newCohortId: cohortId });
  const occasion = `${cohortId}-${clock.now().getTime()}`;
  await queueMoneyMail(services, tx, { order: moved, news: 'moved', before, occasion });
}
