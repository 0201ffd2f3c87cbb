import { attemptEach, listMs } from '../../platform/cards/attempt-each.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { doForAll } from '../../platform/do-for-all.ts';
import { addLoneJob } from '../../platform/jobs.ts';
import { getCohort } from '../catalogue/cohorts.ts';
import { queueMoneyMail } from '../payments/mails/payment-mails.ts';
import { isEnding, noteLookedAt, paymentInfoOf, type OrderRecord } from '../payments/orders/orders.ts';
import { refundOrder } from '../payments/refunds/refunds.ts';
import { markEnrolled } from '../progress/progress.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  findLastMove,
  insertMoveChoice,
  listPayableBefore,
  listUnanswered,
  listUnsettledMoves,
  listUntoldOfMove,
  listUntoldPayersOfMove,
  recordMoveDecision,
} from './moves.store.ts';
import { settleMoveJob } from './run-jobs.ts';
import {
  checkoutsAtOnce,
  endCheckout,
  forSeated,
  nextAfterSeconds,
  ordersAtOnce,
  remindedMost,
  tellPayer,
} from './settle-run.ts';

/** The last move of a run that takes place, and whether the time to answer is over. */
async function readMove({ clock }: EnrolmentServices, db: EnrolmentServices['db'] | Transaction, cohortId: string) {
  const now = clock.now();
  const { moves, cancelledAt, answerMoveBy } = await getCohort(db, cohortId, now);
  if (cancelledAt !== null || answerMoveBy === null) return undefined;
  return { cohortId, move: moves, isOver: answerMoveBy <= now };
}

/** Does what is due for a moved run, as `settleRun` does for a cancelled one. Idempotent. */
export async function settleMove(services: EnrolmentServices, cohortId: string): Promise<void> {
  const { db } = services;
  const move = await readMove(services, db, cohortId);
  if (!move) return;
  const payable = await listPayableBefore(db, move, checkoutsAtOnce);
  const areEnded = await attemptEach(services, payable, ({ id }) => endCheckout(services, id), { forMs: listMs });
  const untold = move.isOver ? [] : await listUntoldOfMove(db, move, ordersAtOnce);
  await attemptEach(services, untold, ({ id }) => askStudent(services, cohortId, id));
  const payers = move.isOver ? await listUntoldPayersOfMove(db, move, remindedMost) : [];
  await attemptEach(services, payers, ({ id }) => tellPayer(services, id));
  const unanswered = move.isOver ? await listUnanswered(db, move, ordersAtOnce) : [];
  await attemptEach(services, unanswered, ({ id }) => refundUnanswered(services, cohortId, id));
  const isMore =
    !areEnded ||
    payable.length === checkoutsAtOnce ||
    untold.length === ordersAtOnce ||
    unanswered.length === ordersAtOnce;
  if (isMore)
    await addLoneJob(db, settleMoveJob, { cohortId }, { key: `${cohortId} next`, afterSeconds: nextAfterSeconds });
}

/** Queues a job for each moved run with something left, as `settleRuns` does. */
export async function settleMoves({ db }: Pick<EnrolmentServices, 'db'>): Promise<void> {
  for (const { id: cohortId } of await listUnsettledMoves(db))
    await addLoneJob(db, settleMoveJob, { cohortId }, { key: `${cohortId} next` });
}

/** Runs for one order whose student has a seat and has not answered the last move, with the locks of member and order. */
const forAsked = (
  services: EnrolmentServices,
  { cohortId, orderId }: { cohortId: string; orderId: string },
  act: (
    tx: Transaction,
    order: OrderRecord,
    move: { cohortId: string; move: number; isOver: boolean },
  ) => Promise<void>,
): Promise<void> =>
  forSeated(services, { cohortId, orderId }, async (tx, order) => {
    const move = await readMove(services, tx, cohortId);
    if (move && order.movedFrom !== null) await act(tx, order, move);
  });

const occasionOf = ({ cohortId, move }: { cohortId: string; move: number }) => `${cohortId}-${move}`;

const askStudent = (services: EnrolmentServices, cohortId: string, orderId: string): Promise<void> =>
  forAsked(services, { cohortId, orderId }, async (tx, order, move) => {
    // Whose money is on its way back has nothing to choose, unless that refund fails: then they are asked.
    if (await isEnding(tx, order)) return noteLookedAt(tx, orderId);
    if (!(await insertMoveChoice(tx, move, orderId))) return;
    await bringRecordUpToDate(services, tx, order);
    await queueMoneyMail(services, tx, { order, news: 'run-moved', occasion: occasionOf(move) });
  });

/** The member's copy of the payment names the first day. */
async function bringRecordUpToDate(
  { membership, clock }: EnrolmentServices,
  tx: Transaction,
  order: OrderRecord,
): Promise<void> {
  if (!(await membership.findMember(tx, order.memberId))) return;
  const info = await paymentInfoOf(tx, order, order.paidAt ?? clock.now());
  await markEnrolled(tx, membership, order.memberId, info);
}

const refundUnanswered = (services: EnrolmentServices, cohortId: string, orderId: string): Promise<void> =>
  forAsked(services, { cohortId, orderId }, async (tx, order, move) => {
    // Moved anew since it was listed: there is another date.
    if (!move.isOver) return;
    if (await isEnding(tx, order)) return noteLookedAt(tx, orderId);
    await recordMoveDecision(tx, { ...move, orderId, outcome: 'no-answer', at: services.clock.now() });
    await refundOrder(services, tx, order, { source: 'automatic', reason: 'run-moved' });
  });

/**
 * Mails who has not answered yet, as `remindRun` does, unless the time is over. Idempotent: the outbox takes one reminder for
 * each order and move. A retried job may find a later move: it sends no reminder of that one until staff request it.
 */
export async function remindMove(services: EnrolmentServices, cohortId: string): Promise<void> {
  const { db } = services;
  const last = await readMove(services, db, cohortId);
  if (!last || !(await findLastMove(db, cohortId))?.remindedAt) return;
  await doForAll(await listUnanswered(db, last, remindedMost), ({ id: orderId }) =>
    forAsked(services, { cohortId, orderId }, async (tx, order, move) => {
      if (move.move !== last.move || move.isOver || (await isEnding(tx, order))) return;
      await queueMoneyMail(services, tx, { order, news: 'run-moved-reminder', occasion: occasionOf(move) });
    }),
  );
}
