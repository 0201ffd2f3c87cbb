import type { Cohort } from '../../../contract/cohorts.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import { courseWeeks } from '../../../shared/courses.ts';
import { limits } from '../../../contract/limits.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listDaysOff } from './class-days.ts';
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

/**
 * What a student sees: every cohort for them, with the reason why one cannot be chosen.
 *
 * @param partner whose student asks; undefined for the cohorts of all partners
 */
export async function showCohorts(db: Database, now: Date, partner?: PartnerCode): Promise<Cohort[]> {
  return (await listCohorts(db, now, partner)).filter(isOffered).map((cohort) => presentCohort(cohort, now));
}

/** Whether students see a cohort: neither a draft nor cancelled. */
const isOffered = ({ isDraft, cancelledAt }: CohortRecord): boolean => !isDraft && cancelledAt === null;

/** The cohorts that a student of a partner may be moved to now, free seats or not. The one they are in is left out. */
export const listOpenFor = async (
  db: Database,
  { partner, cohortId }: { partner: PartnerCode; cohortId: string },
  now: Date,
): Promise<CohortRecord[]> =>
  (await listCohorts(db, now, partner)).filter(
    (cohort) => isOffered(cohort) && cohortState(cohort, now) === 'open' && cohort.id !== cohortId,
  );

/** @throws Refusal cohort-not-found */
export async function getCohort(db: Database, id: string, now: Date): Promise<CohortRecord> {
  const cohort = await findCohort(db, id, now);
  if (!cohort) throw new Refusal('cohort-not-found');
  return cohort;
}

/** Who chooses a cohort, and when: the student's partner and the business time. */
export interface Choosing {
  partner: PartnerCode;
  now: Date;
}

/** The cohort, if it can be chosen. @throws Refusal cohort-not-found, cohort-elsewhere, cohort-not-open */
export async function requireOpen(tx: Transaction, id: string, { partner, now }: Choosing): Promise<CohortRecord> {
  const cohort = await getCohort(tx, id, now);
  if (cohort.partners && !cohort.partners.includes(partner)) throw new Refusal('cohort-elsewhere');
  if (!isOffered(cohort) || cohortState(cohort, now) !== 'open') throw new Refusal('cohort-not-open');
  return cohort;
}

/**
 * `requireOpen` that also requires a free seat. Hold the cohort lock before taking it.
 *
 * @throws Refusal cohort-not-found, cohort-elsewhere, cohort-not-open, cohort-full
 */
export async function requireFreeSeat(tx: Transaction, id: string, choosing: Choosing): Promise<CohortRecord> {
  const cohort = await requireOpen(tx, id, choosing);
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

/** Whether a seat is free; a race unless the cohort is locked. */
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

/** The start as displayed: a date, or a label such as `Future`. */
export const shownStart = (cohort: Pick<CohortRecord, 'startDate' | 'startLabel'>): string =>
  cohort.startLabel ?? cohort.startDate!;

function presentCohort(cohort: CohortRecord, now: Date): Cohort {
  // A hold that gives way counts as free: a member with a proved address can pre-empt it.
  const left = Math.max(0, cohort.capacity - cohort.seatsTaken + cohort.seatsGivingWay);
  const seats = left === 0 ? 'full' : left <= limits.seatsShownFrom ? 'few' : 'available';
  const until = endDate(cohort);
  const noClassOn = until ? listDaysOff(cohort, { from: cohort.startDate!, until }) : [];
  return {
    id: cohort.id,
    course: cohort.course,
    name: cohort.name,
    mode: cohort.mode,
    weeks: courseWeeks[cohort.mode],
    startDate: shownStart(cohort),
    endDate: until,
    schedule: cohort.schedule,
    timeZone: cohort.timeZone,
    state: cohortState(cohort, now),
    closesAt: cohort.closesAt?.toISOString() ?? null,
    ...(cohort.partners && { partners: cohort.partners }),
    ...(noClassOn.length > 0 && { noClassOn }),
    seats: {
      state: seats,
      left: seats === 'few' ? left : null,
      ...(left === 0 && cohort.seatsHeld > 0 && { mayComeBack: true }),
    },
  };
}
