import type { Database, Transaction, TransactionOptions } from '../../platform/database/database.ts';
import { getCohort, hasFreeSeat, requireFreeSeat, requireOpen, type CohortRecord } from './cohorts.ts';
import { lockCohort } from './cohorts.store.ts';
import { requireShare, type Claimant } from './seat-shares.ts';
import {
  consumeLiveHold,
  extendLiveHold,
  insertHold,
  listGivingWay,
  listOversold,
  passHold,
  releaseClaim,
  releaseOtherHolds,
  secureLiveHold,
  takeOverHold,
  upsertSeat,
  type SeatRequest,
} from './seats.store.ts';

/**
 * Seats are scarce, so each taking of one follows one rule: take the cohort's lock, count, then claim, all in the
 * caller's transaction. Giving one back needs no lock.
 */
export { listGivingWay, listOversold, passHold };
export type { Claimant, SeatRequest };

/** For transactions that take a seat: in a rush on one class they wait for it without a connection. */
export const seatTurn = (cohortId: string): TransactionOptions => ({ turn: `cohort ${cohortId}` });

/**
 * Holds a seat while a member pays. The seat they hold in the cohort already passes on to the new order.
 *
 * @param hold for how long, for whom, and the business time
 * @throws Refusal cohort-not-found, cohort-not-open, cohort-full, email-unproved, too-many-requests
 */
export async function holdSeat(
  tx: Transaction,
  request: SeatRequest,
  { minutes, claimant, now }: { minutes: number; claimant: Claimant; now: Date },
): Promise<CohortRecord> {
  const shape = { minutes, givesWay: !claimant.isProved, network: claimant.network };
  await lockCohort(tx, request.cohortId);
  const cohort = await requireOpen(tx, request.cohortId, now);
  if (await takeOverHold(tx, request, shape)) return cohort;
  // One that has run out stands in the way of the next one.
  await releaseOtherHolds(tx, request);
  await requireShare(tx, cohort, claimant);
  await insertHold(tx, request, shape);
  return cohort;
}

/**
 * A cohort, if a seat of it could be held by what shows without its lock: latecomers of a rush are refused
 * without waiting for the lock. `holdSeat` asks the same again under it.
 *
 * @throws Refusal as `holdSeat` does
 */
export async function lookForSeat(
  tx: Transaction,
  cohortId: string,
  { claimant, now }: { claimant: Claimant; now: Date },
): Promise<CohortRecord> {
  const cohort = await requireOpen(tx, cohortId, now);
  await requireShare(tx, cohort, claimant);
  return cohort;
}

/**
 * Takes the seat that was paid for: the one held, or, when the hold has run out, any that is free. Money that has
 * come in is not turned away by a closing date. Returns false when the cohort filled meanwhile.
 */
export async function confirmSeat(tx: Transaction, request: SeatRequest, now: Date): Promise<boolean> {
  if (await consumeLiveHold(tx, request.orderId)) return true;
  await lockCohort(tx, request.cohortId);
  await releaseOtherHolds(tx, request);
  if (!hasFreeSeat(await getCohort(tx, request.cohortId, now))) return false;
  await upsertSeat(tx, request);
  return true;
}

/**
 * Takes a seat in a cohort that is open for choosing, for money that is here already.
 *
 * @throws Refusal cohort-not-found, cohort-not-open, cohort-full
 */
export async function takeSeat(tx: Transaction, request: SeatRequest, now: Date): Promise<CohortRecord> {
  const cohort = await freeSeatFor(tx, request, now);
  await upsertSeat(tx, request);
  return cohort;
}

/** Under the cohort's lock. What the member holds here for another order is theirs to use again. */
async function freeSeatFor(tx: Transaction, request: SeatRequest, now: Date): Promise<CohortRecord> {
  await lockCohort(tx, request.cohortId);
  await releaseOtherHolds(tx, request);
  return requireFreeSeat(tx, request.cohortId, now);
}

/** Keeps a seat while a bank takes its days. Returns false when the hold had run out before. */
export const keepSeat = (tx: Transaction, orderId: string, days: number): Promise<boolean> =>
  extendLiveHold(tx, orderId, days);

/** Makes a hold firm whose member has proved their address meanwhile. */
export const secureSeat = (db: Database, orderId: string, until: Date): Promise<boolean> =>
  secureLiveHold(db, orderId, until);

/** Gives an order's seat or hold back to the cohort. */
export const releaseSeat = (tx: Transaction, orderId: string): Promise<void> => releaseClaim(tx, orderId);
