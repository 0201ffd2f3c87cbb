import type * as z from 'zod/mini';
import type { TransferCohort, TransferRequest } from '../../../../contract/console/order-care-schemas.ts';
import type { OrderState } from '../../../../contract/payments.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { getCohort, listChoosable, seatsLeft, shownStart } from '../../catalogue/cohorts.ts';
import { seatTurn } from '../../catalogue/seats.ts';
import { markEnrolled } from '../../progress/progress.ts';
import type { EnrolmentServices } from '../../services.ts';
import { takeFirmly } from '../checkouts/settle-checkout.ts';
import { enrolMember } from '../enrol-member.ts';
import { queueMoneyMail } from '../mails/payment-mails.ts';
import { paymentInfoOf } from '../orders/orders.ts';
import { lockOrder, type OrderRecord } from '../orders/orders.store.ts';
import { listPayments, type PaymentRecord } from '../payments.store.ts';
import { takeSeatIn } from '../refunds/refunds.ts';
import { refundableOf } from './refund-by-staff.ts';
import { recordOrderAct, requireOrder, type DeskAct } from './require-order.ts';

/** Paid, with a seat or without one. */
const movableStates: readonly OrderState[] = ['paid', 'unseated'];

/** Whether an order can move: its money is here, and not all of it on the way back. */
export const canMoveSeat = (order: OrderRecord, payments: readonly PaymentRecord[]): boolean =>
  movableStates.includes(order.state) && refundableOf(order, payments) > 0;

/** Whether a move may name a cohort: its own gives a seat only to an order that found none there. */
const isTarget = (order: OrderRecord, cohortId: string): boolean =>
  order.state === 'unseated' || cohortId !== order.cohortId;

/** The cohorts with a seat that an order can move to. @throws Refusal order-not-found */
export async function readTransferTerms(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  { scope, orderId }: DeskAct,
): Promise<{ from: { id: string; name: string }; cohorts: TransferCohort[] }> {
  const order = await requireOrder(db, scope, orderId);
  const now = clock.now();
  const { id, name } = await getCohort(db, order.cohortId, now);
  const cohorts = (await listChoosable(db, { partner: order.partner, now }))
    .filter((cohort) => isTarget(order, cohort.id) && seatsLeft(cohort) > 0)
    .map((cohort) => ({
      id: cohort.id,
      name: cohort.name,
      course: cohort.course,
      startDate: shownStart(cohort),
      seatsLeft: seatsLeft(cohort),
    }));
  return { from: { id, name }, cohorts };
}

/**
 * Moves an order to another cohort: the new seat is taken and the old one given back, or nothing happens. One that found no
 * seat may get one in its own. Every course has the price of the order's way to pay, so no money moves.
 *
 * @throws Refusal order-not-found, changed-meanwhile, transfer-not-possible, and those of `takeSeat`;
 *   payment-provider-unavailable while a checkout that gives way cannot be expired
 */
export async function moveOrderByStaff(
  services: EnrolmentServices,
  { staff, scope, orderId }: DeskAct,
  { fromCohortId, hasSeat, reason, ...to }: z.infer<typeof TransferRequest>,
): Promise<void> {
  const { cohortId } = to;
  const found = await requireOrder(services.db, scope, orderId);
  const move = async (tx: Transaction) => {
    const member = await services.membership.lockIfThere(tx, found.memberId);
    const order = await lockOrder(tx, orderId);
    const isAsRead = hasSeat === undefined || hasSeat === (order.state === 'paid');
    if (order.cohortId !== fromCohortId || !isAsRead)
      throw new Refusal('changed-meanwhile', { extras: { cohortId: order.cohortId } });
    if (!member || !isTarget(order, cohortId) || !canMoveSeat(order, await listPayments(tx, orderId)))
      throw new Refusal('transfer-not-possible');
    const moved = await takeSeatIn(services, tx, order, to);
    const now = services.clock.now();
    const { name } = await getCohort(tx, cohortId, now);
    await recordOrderAct(tx, staff, order, { action: 'order.moved', note: name, reason });
    if (order.state === 'unseated') return enrolMember(services, tx, moved);
    const info = await paymentInfoOf(tx, moved, order.paidAt ?? order.createdAt);
    await markEnrolled(tx, services.membership, order.memberId, info);
    const before = await getCohort(tx, fromCohortId, now);
    const occasion = `${cohortId}-${now.getTime()}`;
    await queueMoneyMail(services, tx, { order: moved, news: 'moved', before, occasion });
  };
  await takeFirmly(services, cohortId, () => transaction(services.db, move, seatTurn(cohortId)));
}
