import { attemptEach } from '../../platform/cards/attempt-each.ts';
import { transaction } from '../../platform/database/database.ts';
import { noteForReview } from '../../platform/reviews.ts';
import { listOversold } from '../catalogue/seats.ts';
import { confirmPayment } from './confirm-payment.ts';
import { settleMissedDeletion } from './deleted-members.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  findOrder,
  listForgottenOrders,
  listOverdueRefunds,
  lockOrder,
  noteLookedAt,
  readMissedByDeletion,
  type OrderRecord,
} from './orders.store.ts';
import { listUnfinishedRefunds, readUnexplainedReturns } from './payments.store.ts';
import { applyRefunds, refundUnseated, requestRefund } from './refunds.ts';
import { endUnpaid } from './take-money.ts';

/** What is this old without news is asked about, in seconds. */
const idleSeconds = 60;

/**
 * Makes up for everything that can get lost on the way: an event that never came, a process that died, an answer
 * that was not heard, a job that was given up. Asks the provider about every open order and unfinished refund. Each
 * repair is logged.
 */
export async function reconcile(services: EnrolmentServices): Promise<void> {
  const { db } = services;
  await attemptEach(services, await listForgottenOrders(db, idleSeconds), (order) => reconcileOrder(services, order));
  await attemptEach(services, await listOverdueRefunds(db, idleSeconds), ({ id }) => refundUnseated(services, id));
  await attemptEach(services, await listUnfinishedRefunds(db, idleSeconds), ({ id, state, providerPaymentId }) =>
    state === 'requested' ? requestRefund(services, id) : applyRefunds(services, providerPaymentId),
  );
}

async function reconcileOrder(services: EnrolmentServices, order: OrderRecord): Promise<void> {
  // Noted as looked at first: the next round begins with those that have waited longest since.
  await noteLookedAt(services.db, order.id);
  if (order.sessionId) await confirmPayment(services, order.sessionId);
  else if (order.isOver) await endDraft(services, order);
  const after = await findOrder(services.db, order.id);
  if (after && after.state !== order.state)
    services.log.warn({ order: order.id, from: order.state, to: after.state }, 'reconciliation repaired an order');
}

/** Nobody ever saw this order's checkout, and it could not be paid any more if they had. */
async function endDraft({ db, membership }: EnrolmentServices, { id, memberId }: OrderRecord): Promise<void> {
  await transaction(db, async (tx) => {
    await membership.lockIfThere(tx, memberId);
    const order = await lockOrder(tx, id);
    if (order.state === 'draft') await endUnpaid(tx, order, 'expired');
  });
}

/** What must always be true, looked at once a night. What no rule mends is a matter for people. */
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
