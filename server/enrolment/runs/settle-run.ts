import { attemptEach, listMs } from '../../platform/cards/attempt-each.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { doForAll } from '../../platform/do-for-all.ts';
import { addLoneJob } from '../../platform/jobs.ts';
import { isPayable } from '../payments/orders/order-states.ts';
import { findOrder, isEnding, lockOrder, noteLookedAt, type OrderRecord } from '../payments/orders/orders.ts';
import { endOrder } from '../payments/checkouts/settle-checkout.ts';
import { mailProcessing, queueMoneyMail } from '../payments/mails/payment-mails.ts';
import { refundOrder } from '../payments/refunds/refunds.ts';
import type { EnrolmentServices } from '../services.ts';
import { settleRunJob } from './run-jobs.ts';
import {
  findRun,
  insertChoice,
  listPayable,
  listUndecided,
  listUnsettledRuns,
  listUntold,
  listUntoldPayers,
  recordDecision,
} from './runs.store.ts';

/** Orders that one run of the job works on, of each kind: it lasts less than 30 seconds. */
export const ordersAtOnce = 100;
/** Open checkouts that one run ends at most, within `listMs`: each asks the card provider. */
export const checkoutsAtOnce = 25;
/** Students of one run who can be reminded or told: more than a cohort has seats. */
export const remindedMost = 1_000;
/** Between two runs of a job that found more than it works on. */
export const nextAfterSeconds = 5;

/**
 * Does what is due for a cancelled run, one order at a time. Idempotent: what is done is not found again. A failure is
 * logged and tried again by the next run, at the latest by {@link settleRuns}.
 */
export async function settleRun(services: EnrolmentServices, cohortId: string): Promise<void> {
  const { db, clock } = services;
  const run = await findRun(db, cohortId);
  if (!run) return;
  const payable = await listPayable(db, cohortId, checkoutsAtOnce);
  const areEnded = await attemptEach(services, payable, ({ id }) => endCheckout(services, id), { forMs: listMs });
  const isOver = run.chooseBy <= clock.now();
  // Past the date the mail about the refund tells of it.
  const untold = isOver ? [] : await listUntold(db, cohortId, ordersAtOnce);
  await attemptEach(services, untold, ({ id }) => tellStudent(services, cohortId, id));
  const payers = await listUntoldPayers(db, { cohortId, occasion: cohortId }, remindedMost);
  await attemptEach(services, payers, ({ id }) => tellPayer(services, id));
  const undecided = isOver ? await listUndecided(db, cohortId, ordersAtOnce) : [];
  await attemptEach(services, undecided, ({ id }) => refundUndecided(services, cohortId, id));
  const isMore =
    !areEnded ||
    payable.length === checkoutsAtOnce ||
    untold.length === ordersAtOnce ||
    undecided.length === ordersAtOnce;
  if (isMore)
    await addLoneJob(db, settleRunJob, { cohortId }, { key: `${cohortId} next`, afterSeconds: nextAfterSeconds });
}

/** Queues a job for each cancelled run with something left: one after the other they could outlast this job's lease. */
export async function settleRuns({ db }: Pick<EnrolmentServices, 'db'>): Promise<void> {
  for (const { id: cohortId } of await listUnsettledRuns(db))
    await addLoneJob(db, settleRunJob, { cohortId }, { key: `${cohortId} next` });
}

/** Ends a checkout at the provider first. A payment that wins the race is refunded by the rule for late money. */
export async function endCheckout(services: EnrolmentServices, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId);
  if (!order || !isPayable(order.state)) return;
  // Touched first, so that a checkout which cannot be ended does not starve the others.
  await noteLookedAt(services.db, orderId);
  await endOrder(services, order, 'cancelled');
}

/** Runs for one order that still has its paid seat in the cohort, with the locks of member and order. */
export async function forSeated(
  services: EnrolmentServices,
  { cohortId, orderId }: { cohortId: string; orderId: string },
  act: (tx: Transaction, order: OrderRecord) => Promise<void>,
): Promise<void> {
  const found = await findOrder(services.db, orderId);
  if (!found) return;
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    const order = await lockOrder(tx, orderId);
    if (order.state === 'paid' && order.cohortId === cohortId) await act(tx, order);
  });
}

const tellStudent = (services: EnrolmentServices, cohortId: string, orderId: string): Promise<void> =>
  forSeated(services, { cohortId, orderId }, async (tx, order) => {
    // Whose money is on its way back has nothing to choose, unless that refund fails: then they are told.
    if (await isEnding(tx, order)) return noteLookedAt(tx, orderId);
    if (await insertChoice(tx, cohortId, orderId))
      await queueMoneyMail(services, tx, { order, news: 'run-cancelled', occasion: cohortId });
  });

/** Tells a payer whose bank is still at it that the money goes back, once. */
export async function tellPayer(services: EnrolmentServices, orderId: string): Promise<void> {
  const found = await findOrder(services.db, orderId);
  if (!found) return;
  await transaction(services.db, async (tx) => {
    await services.membership.lockIfThere(tx, found.memberId);
    const order = await lockOrder(tx, orderId);
    if (order.state === 'processing') await mailProcessing(services, tx, order);
  });
}

const refundUndecided = (services: EnrolmentServices, cohortId: string, orderId: string): Promise<void> =>
  forSeated(services, { cohortId, orderId }, async (tx, order) => {
    // Touched, so that those whose money is on its way back already do not starve the others.
    if (await isEnding(tx, order)) return noteLookedAt(tx, orderId);
    await recordDecision(tx, { cohortId, orderId, outcome: 'no-answer', at: services.clock.now() });
    await refundOrder(services, tx, order, { source: 'automatic', reason: 'run-cancelled' });
  });

/**
 * Mails who has not chosen yet and has something to choose. Idempotent: the outbox takes one reminder for each order and run.
 * It has no next round, so a failure fails its job, which is tried again: by then the time may be over.
 */
export async function remindRun(services: EnrolmentServices, cohortId: string): Promise<void> {
  const { db, clock } = services;
  const run = await findRun(db, cohortId);
  if (!run) return;
  await doForAll(await listUndecided(db, cohortId, remindedMost), ({ id: orderId }) =>
    forSeated(services, { cohortId, orderId }, async (tx, order) => {
      if (run.chooseBy <= clock.now() || (await isEnding(tx, order))) return;
      await queueMoneyMail(services, tx, { order, news: 'run-reminder', occasion: cohortId });
    }),
  );
}
