import type { Cohort } from '../../../contract/cohorts.ts';
import { courseWeeks } from '../../../shared/courses.ts';
import { limits } from '../../../contract/limits.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  findCohort,
  listCohorts,
  lockCohort,
  updateCohort,
  type CohortChange,
  type CohortRecord,
} from './cohorts.store.ts';

export { listCohorts };
export type { CohortRecord };

const dayMs = 86_400_000;

/** What a student sees: every cohort, with the reason why one cannot be chosen. */
export async function showCohorts(db: Database, now: Date): Promise<Cohort[]> {
  return (await listCohorts(db, now)).map((cohort) => presentCohort(cohort, now));
}

/** @throws Refusal cohort-not-found */
export async function getCohort(db: Database, id: string, now: Date): Promise<CohortRecord> {
  const cohort = await findCohort(db, id, now);
  if (!cohort) throw new Refusal('cohort-not-found');
  return cohort;
}

/** The cohort, if it can be chosen. @throws Refusal cohort-not-found, cohort-not-open */
export async function requireOpen(tx: Transaction, id: string, now: Date): Promise<CohortRecord> {
  const cohort = await getCohort(tx, id, now);
  if (cohortState(cohort, now) !== 'open') throw new Refusal('cohort-not-open');
  return cohort;
}

/**
 * The same, if it has a free seat. To take the seat, hold the cohort's lock before asking.
 *
 * @throws Refusal cohort-not-found, cohort-not-open, cohort-full
 */
export async function requireFreeSeat(tx: Transaction, id: string, now: Date): Promise<CohortRecord> {
  const cohort = await requireOpen(tx, id, now);
  if (!hasFreeSeat(cohort)) throw new Refusal('cohort-full');
  return cohort;
}

/**
 * Changes a cohort's seats and dates, as staff ask for it. A seat that is taken or held is never taken away.
 *
 * @throws Refusal cohort-not-found, seats-taken
 */
export const changeCohort = (db: Database, id: string, change: CohortChange, now: Date): Promise<CohortRecord> =>
  transaction(db, async (tx) => {
    await lockCohort(tx, id);
    const { seatsTaken } = await getCohort(tx, id, now);
    if (change.capacity !== undefined && change.capacity < seatsTaken)
      throw new Refusal('seats-taken', { message: `${seatsTaken} seats are taken or held; there cannot be fewer.` });
    await updateCohort(tx, id, change);
    return getCohort(tx, id, now);
  });

export const hasFreeSeat = (cohort: CohortRecord): boolean => cohort.seatsTaken < cohort.capacity;

/** Whether a cohort can be chosen today, and if not, why. */
export function cohortState(cohort: CohortRecord, now: Date): Cohort['state'] {
  if (cohort.started) return 'started';
  if (cohort.closesAt && cohort.closesAt <= now) return 'closed';
  if (cohort.opensAt && cohort.opensAt > now) return 'not-open-yet';
  return 'open';
}

/** From the last day of class to the day the next week would begin: a full-time week ends on Friday, a part-time one on Saturday. */
const restDays = 3;

/** Last day of class, `YYYY-MM-DD`; null where the first day is not known. */
export function endDate(cohort: Pick<CohortRecord, 'startDate' | 'startLabel' | 'mode'>): string | null {
  if (!cohort.startDate || cohort.startLabel) return null;
  const days = courseWeeks[cohort.mode] * 7 - restDays;
  return new Date(Date.parse(`${cohort.startDate}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export const shownStart = (cohort: Pick<CohortRecord, 'startDate' | 'startLabel'>): string =>
  cohort.startLabel ?? cohort.startDate!;

function presentCohort(cohort: CohortRecord, now: Date): Cohort {
  // A seat that gives way counts as free: proving the address gets it.
  const left = Math.max(0, cohort.capacity - cohort.seatsTaken + cohort.seatsGivingWay);
  const seats = left === 0 ? 'full' : left <= limits.seatsShownFrom ? 'few' : 'available';
  return {
    id: cohort.id,
    course: cohort.course,
    name: cohort.name,
    mode: cohort.mode,
    weeks: courseWeeks[cohort.mode],
    startDate: shownStart(cohort),
    endDate: endDate(cohort),
    schedule: cohort.schedule,
    timeZone: cohort.timeZone,
    state: cohortState(cohort, now),
    closesAt: cohort.closesAt?.toISOString() ?? null,
    seats: {
      state: seats,
      left: seats === 'few' ? left : null,
      ...(left === 0 && cohort.seatsHeld > 0 && { mayComeBack: true }),
    },
  };
}
