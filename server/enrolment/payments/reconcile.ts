import { attemptEach, listMs } from '../../platform/cards/attempt-each.ts';
import { transaction } from '../../platform/database/database.ts';
import { retryGivenUp } from '../../platform/jobs.ts';
import { noteForReview } from '../../platform/reviews.ts';
import { listOversold } from '../catalogue/seats.ts';
import { confirmPayment } from './checkouts/confirm-payment.ts';
import { settleMissedDeletion } from './refunds/deleted-members.ts';
import { returnStrangersPaymentJob } from '../job-kinds.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  findOrder,
  listForgottenOrders,
  listOverdueRefunds,
  lockOrder,
  noteLookedAt,
  type OrderRecord,
} from './orders/orders.store.ts';
import { readMissedByDeletion } from './orders/missed-orders.store.ts';
import {
  listUnfinishedRefunds,
  noteRefundLookedAt,
  readUnexplainedReturns,
  type RefundRecord,
} from './payments.store.ts';
import { applyRefunds, refundUnseated, requestRefund } from './refunds/refunds.ts';
import { endUnpaid } from './checkouts/take-money.ts';

/** Idle seconds after which an order or refund is reconciled. */
const idleSeconds = 60;

/**
 * Repairs what lost events, crashes, lost answers and failed jobs leave behind: compares every open order and
 * unfinished refund with the provider. Each repair of an order is logged.
 */
export async function reconcile(services: EnrolmentServices): Promise<void> {
  const { db } = services;
  const orders = await listForgottenOrders(db, idleSeconds);
  await attemptEach(services, orders, (order) => reconcileOrder(services, order), { forMs: listMs });
  await attemptEach(services, await listOverdueRefunds(db, idleSeconds), ({ id }) => refundUnseated(services, id));
  const refunds = await listUnfinishedRefunds(db, idleSeconds);
  await attemptEach(services, refunds, (refund) => reconcileRefund(services, refund), { forMs: listMs });
  // No order or refund of ours tells that it is still to be done.
  await retryGivenUp(db, returnStrangersPaymentJob);
}

async function reconcileRefund(
  services: EnrolmentServices,
  { id, state, providerPaymentId }: RefundRecord,
): Promise<void> {
  // Touched first, so that refunds whose look-up always fails cannot starve the others.
  await noteRefundLookedAt(services.db, id);
  await (state === 'requested' ? requestRefund(services, id) : applyRefunds(services, providerPaymentId));
}

async function reconcileOrder(services: EnrolmentServices, order: OrderRecord): Promise<void> {
  // Touched first, so that an order whose look-up always fails cannot starve the others.
  await noteLookedAt(services.db, order.id);
  if (order.sessionId) await confirmPayment(services, order.sessionId);
  else if (order.isOver) await endDraft(services, order);
  const after = await findOrder(services.db, order.id);
  if (after && after.state !== order.state)
    services.log.warn({ order: order.id, from: order.state, to: after.state }, 'reconciliation repaired an order');
}

/** Ends a draft whose checkout address was never returned and would have expired by now. */
async function endDraft({ db, membership }: EnrolmentServices, { id, memberId }: OrderRecord): Promise<void> {
  await transaction(db, async (tx) => {
    await membership.lockIfThere(tx, memberId);
    const order = await lockOrder(tx, id);
    if (order.state === 'draft') await endUnpaid(tx, order, 'expired');
  });
}

/** Checks the invariants of seats and money, nightly. Repairs what a rule covers; the rest is a review for staff. */
export async function checkInvariants(services: EnrolmentServices): Promise<void> {
  for (const cohort of await listOversold(services.db)) {
    services.log.error({ cohort: cohort.id }, 'more seats are taken than exist');
    await noteForReview(services.db, {
      kind: 'invariant-broken',
      subject: cohort.id,
      note: `${cohort.taken} seats taken of ${cohort.capacity}.`,
    });
  }
  await attemptEach(services, readMissedByDeletion(services.db), (order) => settleMissedDeletion(services, order));
  await attemptEach(services, readUnexplainedReturns(services.db), (paymentId) => applyRefunds(services, paymentId));
}
