import { limits } from '../../../contract/limits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { tooManyRequests } from '../../platform/http/limits.ts';
import { hasFreeSeat, type CohortRecord } from './cohorts.ts';
import { countHolds } from './seats.store.ts';

/** Who wants to hold a seat. */
export interface Claimant {
  /** Whether they have proved their address. */
  isProved: boolean;
  /** What their client address counts under. */
  network: string;
}

/**
 * Whether one more seat of a cohort may be held without having been paid. Holding costs nothing, so it is rationed: see
 * docs/decisions/0019. Only under the cohort's lock it still holds when the seat is taken.
 *
 * @throws Refusal cohort-full; email-unproved where a proved address would get a seat; too-many-requests for a network
 *   that holds its share, with the seconds until one of its holds ends
 */
export async function requireShare(tx: Transaction, cohort: CohortRecord, claimant: Claimant): Promise<void> {
  const { isProved, network } = claimant;
  const { holds, firstEndsInSeconds } = await countHolds(tx, { cohortId: cohort.id, network, givesWay: !isProved });
  if (!isProved) {
    if (isFirmlyFull(cohort)) throw new Refusal('cohort-full');
    const left = cohort.capacity - cohort.seatsTaken;
    if (left <= limits.lastPlaces || holds >= limits.unprovedHoldsPerNetwork) throw new Refusal('email-unproved');
    return;
  }
  // Before the free seats: no hold gives way to a claimant who is refused all the same.
  if (holds >= Math.max(limits.holdsPerNetwork, Math.ceil(cohort.capacity / 2)))
    throw tooManyRequests(firstEndsInSeconds, {
      reason: 'Many places of this cohort are held from your network at the moment.',
    });
  if (!hasFreeSeat(cohort)) throw new Refusal('cohort-full');
}

/** Whether not even a proved address would get a seat. */
const isFirmlyFull = ({ capacity, seatsTaken, seatsGivingWay }: CohortRecord) =>
  seatsTaken - seatsGivingWay >= capacity;
