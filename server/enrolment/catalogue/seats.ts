import type { Database, Transaction, TransactionOptions } from '../../platform/database/database.ts';
import { getCohort, hasFreeSeat, requireFreeSeat, requireOpen, type Choosing, type CohortRecord } from './cohorts.ts';
import { lockCohort } from './cohorts.store.ts';
import { requireShare, type Claimant } from './seat-shares.ts';
import {
  consumeLiveHold,
  extendLiveHold,
  hasOtherClaim,
  insertHold,
  listGivingWay,
  listOversold,
  passHold,
  releaseClaim,
  releaseOtherHolds,
  renewHold,
  secureLiveHold,
  takeOverHold,
  upsertSeat,
  type SeatRequest,
} from './seats.store.ts';

/**
 * Taking a seat is check-then-act, so it is always: lock the cohort, count, claim, in the caller's transaction. Giving
 * one back needs no lock.
 */
export { listGivingWay, listOversold, passHold };
export type { Claimant, SeatRequest };

/** Options of a transaction that takes a seat: it queues per cohort before taking a connection (decision 0018). */
export const seatTurn = (cohortId: string): TransactionOptions => ({ turn: `cohort ${cohortId}` });

/**
 * Holds a seat while a member pays. The member's existing hold in the cohort is transferred to the new order.
 *
 * @param hold its length in minutes, the claimant, and the business time
 * @throws Refusal cohort-not-found, cohort-elsewhere, cohort-not-open, cohort-moved, cohort-full, email-unproved,
 *   too-many-requests
 */
export async function holdSeat(
  tx: Transaction,
  request: SeatRequest,
  { minutes, claimant, ...choosing }: { minutes: number; claimant: Claimant } & Choosing,
): Promise<CohortRecord> {
  const shape = { minutes, givesWay: !claimant.isProved, network: claimant.network };
  await lockCohort(tx, request.cohortId);
  const cohort = await requireOpen(tx, request.cohortId, choosing);
  if (await takeOverHold(tx, request, shape)) return cohort;
  // An expired hold of the member would violate the unique constraint.
  await releaseOtherHolds(tx, request);
  await requireShare(tx, cohort, claimant);
  await insertHold(tx, request, shape);
  return cohort;
}

/**
 * The checks of `holdSeat` without the lock, so that latecomers of a rush are refused without queueing for it.
 * Optimistic: `holdSeat` repeats them under the lock.
 *
 * @throws Refusal as `holdSeat` does
 */
export async function lookForSeat(
  tx: Transaction,
  cohortId: string,
  { claimant, ...choosing }: { claimant: Claimant } & Choosing,
): Promise<CohortRecord> {
  const cohort = await requireOpen(tx, cohortId, choosing);
  await requireShare(tx, cohort, claimant);
  return cohort;
}

/**
 * Confirms the seat that was paid for: the held one, or any free one when the hold has expired. The closing date does
 * not apply, because the money is here. @returns false when the cohort filled meanwhile
 */
export async function confirmSeat(tx: Transaction, request: SeatRequest, now: Date): Promise<boolean> {
  if (await consumeLiveHold(tx, request.orderId, 'without-lock')) return true;
  await lockCohort(tx, request.cohortId);
  if (await consumeLiveHold(tx, request.orderId, 'with-lock')) return true;
  await releaseOtherHolds(tx, request);
  if (!hasFreeSeat(await getCohort(tx, request.cohortId, now))) return false;
  await upsertSeat(tx, request);
  return true;
}

/**
 * Takes a seat in a cohort that is open for choosing, for money that is here already.
 *
 * @throws Refusal cohort-not-found, cohort-elsewhere, cohort-not-open, cohort-moved, cohort-full
 */
export async function takeSeat(tx: Transaction, request: SeatRequest, choosing: Choosing): Promise<CohortRecord> {
  const cohort = await freeSeatFor(tx, request, choosing);
  await upsertSeat(tx, request);
  return cohort;
}

/** Requires the cohort's lock. Releases the member's holds for other orders, so that they do not count against them. */
async function freeSeatFor(tx: Transaction, request: SeatRequest, choosing: Choosing): Promise<CohortRecord> {
  await lockCohort(tx, request.cohortId);
  await releaseOtherHolds(tx, request);
  return requireFreeSeat(tx, request.cohortId, choosing);
}

/** Extends a hold while a bank settles the payment. @param days from now @returns false when it had expired, or is about to */
export const keepSeat = (tx: Transaction, orderId: string, days: number): Promise<boolean> =>
  extendLiveHold(tx, orderId, { days, by: 'without-lock' });

/**
 * Takes a free seat while a bank settles the payment of an order whose hold has expired, or extends one that is about to: the
 * money is on its way. A seat or hold that the member has for another order stays.
 *
 * @returns whether there is one for this order
 */
export async function holdAgain(
  tx: Transaction,
  request: SeatRequest,
  { days, now }: { days: number; now: Date },
): Promise<boolean> {
  await lockCohort(tx, request.cohortId);
  if (await extendLiveHold(tx, request.orderId, { days, by: 'with-lock' })) return true;
  if (await hasOtherClaim(tx, request)) return false;
  // Expired ones would violate the unique constraint.
  await releaseOtherHolds(tx, request);
  const cohort = await getCohort(tx, request.cohortId, now);
  if (cohort.cancelledAt !== null || !hasFreeSeat(cohort)) return false;
  await renewHold(tx, request, days);
  return true;
}

/** Makes the hold of a member who has proved their address firm. */
export const secureSeat = (db: Database, orderId: string, until: Date): Promise<void> =>
  secureLiveHold(db, orderId, until);

/** Gives an order's seat or hold back to the cohort. */
export const releaseSeat = (tx: Transaction, orderId: string): Promise<void> => releaseClaim(tx, orderId);
