import { limits } from '../../../contract/limits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { tooManyRequests } from '../../platform/http/limits.ts';
import { hasFreeSeat, seatsLeft, type CohortRecord } from './cohorts.ts';
import { countHolds } from './seats.store.ts';

/** The member who asks to hold a seat, as far as quotas are concerned. */
export interface Claimant {
  /** Whether they have proved their address. */
  isProved: boolean;
  /** Their client address, or its IPv6 prefix: the key that holds are counted under. */
  network: string;
}

/**
 * Refuses an unpaid hold beyond its quota, because holding is free (decision 0019). A race unless the caller holds the
 * cohort's lock.
 *
 * @throws Refusal cohort-full; email-unproved where a proved address would get a seat; too-many-requests for a network
 *   that holds its share, with the seconds until one of its holds ends
 */
export async function requireShare(tx: Transaction, cohort: CohortRecord, claimant: Claimant): Promise<void> {
  const { isProved, network } = claimant;
  const { holds, firstEndsInSeconds } = await countHolds(tx, { cohortId: cohort.id, network, givesWay: !isProved });
  if (!isProved) {
    if (seatsLeft(cohort) === 0) throw new Refusal('cohort-full');
    const left = cohort.capacity - cohort.seatsTaken;
    if (left <= limits.lastPlaces || holds >= limits.unprovedHoldsPerNetwork) throw new Refusal('email-unproved');
    return;
  }
  // Checked before free seats, so that no hold is pre-empted for a claimant who is then refused.
  if (holds >= Math.max(limits.holdsPerNetwork, Math.ceil(cohort.capacity / 2)))
    throw tooManyRequests(firstEndsInSeconds, {
      reason: 'Many places of this cohort are held from your network at the moment.',
    });
  if (!hasFreeSeat(cohort)) throw new Refusal('cohort-full');
}
