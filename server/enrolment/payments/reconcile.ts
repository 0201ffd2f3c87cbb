import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { listOversold, releaseSeat } from '../catalogue/seats.ts';
import { listWaitingEvents } from './card-events.store.ts';
import { cardEventJob } from './job-names.ts';
import { confirmPayment, settleCheckout } from './confirm-payment.ts';
import type { EnrolmentServices } from './orders.ts';
import { findOrder, listForgottenOrders, lockOrder, updateOrder, type OrderRecord } from './orders.store.ts';
import { listUnfinishedRefunds } from './payments.store.ts';
import { applyRefunds, requestRefund } from './refunds.ts';
import { noteForReview } from './review.store.ts';

/** What is this old without news is asked about, in seconds. */
const idleSeconds = 60;
/** How far back the provider's own list is compared. */
const lookBackHours = 6;

/**
 * Makes up for everything that can get lost on the way: an event that never came, a process that died, an answer
 * that was not heard. Asks the provider about every open order and unfinished refund, and goes through its list of
 * recent checkouts. Each repair is logged.
 */
export async function reconcile(services: EnrolmentServices): Promise<void> {
  for (const order of await listForgottenOrders(services.db, idleSeconds))
    await attempt(services, order.id, () => reconcileOrder(services, order));
  for (const refund of await listUnfinishedRefunds(services.db, idleSeconds))
    await attempt(services, refund.id, () =>
      refund.state === 'requested'
        ? requestRefund(services, refund.id)
        : applyRefunds(services, refund.providerPaymentId),
    );
  for (const id of await listWaitingEvents(services.db, idleSeconds))
    await addJob(services.db, { name: cardEventJob, payload: { eventId: id }, key: id });
  await compareWithProvider(services);
}

/** One thing that cannot be settled now must not keep the rest from being settled. */
async function attempt({ log }: EnrolmentServices, subject: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ subject, err: error }, 'could not be reconciled this time');
  }
}

async function reconcileOrder(services: EnrolmentServices, order: OrderRecord): Promise<void> {
  // Noted as looked at first: the next round begins with those that have waited longest since.
  await updateOrder(services.db, order.id, {});
  if (order.sessionId) await confirmPayment(services, order.sessionId);
  else if (order.isOver) await endDraft(services, order);
  const after = await findOrder(services.db, order.id);
  if (after && after.state !== order.state)
    services.log.warn({ order: order.id, from: order.state, to: after.state }, 'reconciliation repaired an order');
}

/** Nobody ever saw this order's checkout, and it could not be paid any more if they had. */
async function endDraft({ db, membership }: EnrolmentServices, { id, memberId }: OrderRecord): Promise<void> {
  await transaction(db, async (tx) => {
    await membership.lockMember(tx, memberId);
    const { state } = await lockOrder(tx, id);
    if (state !== 'draft') return;
    await updateOrder(tx, id, { state: 'expired' });
    await releaseSeat(tx, id);
  });
}

/** The provider's list is the last word: a paid checkout of ours that we do not know as paid is settled now. */
async function compareWithProvider(services: EnrolmentServices): Promise<void> {
  for await (const checkout of services.cards.listCheckouts(lookBackHours))
    if (checkout.paymentStatus === 'paid')
      await attempt(services, checkout.id, () => settleCheckout(services, checkout));
}

/** What must always be true, looked at once a night. A breach is a matter for people. */
export async function checkInvariants(services: EnrolmentServices): Promise<void> {
  for (const cohort of await listOversold(services.db)) {
    services.log.error({ cohort: cohort.id }, 'more seats are taken than exist');
    await noteForReview(services.db, {
      kind: 'invariant-broken',
      subject: cohort.id,
      note: `${cohort.taken} seats taken of ${cohort.capacity}.`,
    });
  }
}
