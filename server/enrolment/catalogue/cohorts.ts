import type { Cohort } from '../../../contract/cohorts.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import { courseWeeks } from '../../../shared/courses.ts';
import { limits } from '../../../contract/limits.ts';
import { dayIn, instantOf } from '../../../shared/zoned-time.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { cohortZoneOf } from '../partner-scope.ts';
import { listDaysOff } from './class-days.ts';
import {
  daysOfClass,
  findCohort,
  isBeingBought,
  listCohorts,
  lockCohort,
  markCancelled,
  markMoved,
  updateCohort,
  type CohortChange,
  type CohortRecord,
} from './cohorts.store.ts';

export { listCohorts };
export type { CohortChange, CohortRecord };

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
export const isOffered = ({ isDraft, cancelledAt }: CohortRecord): boolean => !isDraft && cancelledAt === null;

/** @throws Refusal cohort-not-found */
export async function getCohort(db: Database, id: string, now: Date): Promise<CohortRecord> {
  const cohort = await findCohort(db, id, now);
  if (!cohort) throw new Refusal('cohort-not-found');
  return cohort;
}

/** A cohort that a person chooses. */
export interface ChosenCohort {
  cohortId: string;
  /** Its start as they have read it; undefined where they were not asked. */
  startDate?: string | undefined;
}

/** Who chooses a cohort, and when: the student's partner and the business time. */
export interface Choosing extends Pick<ChosenCohort, 'startDate'> {
  partner: PartnerCode;
  now: Date;
}

/** The cohort, if it can be chosen. @throws Refusal cohort-not-found, cohort-elsewhere, cohort-not-open, cohort-moved */
export async function requireOpen(
  tx: Transaction,
  id: string,
  { partner, now, startDate }: Choosing,
): Promise<CohortRecord> {
  const cohort = await getCohort(tx, id, now);
  if (cohort.partners && !cohort.partners.includes(partner)) throw new Refusal('cohort-elsewhere');
  if (!isOffered(cohort) || cohortState(cohort, now) !== 'open') throw new Refusal('cohort-not-open');
  requireReadStart(cohort, startDate);
  return cohort;
}

/** @throws Refusal cohort-moved where the cohort starts on another day than was read */
export function requireReadStart(cohort: CohortRecord, startDate: string | undefined): void {
  if (startDate !== undefined && startDate !== shownStart(cohort)) throw new Refusal('cohort-moved');
}

/** The cohorts that can be chosen, free or full. */
export const listChoosable = async (db: Database, { partner, now }: Choosing): Promise<CohortRecord[]> =>
  (await listCohorts(db, now, partner)).filter((cohort) => isOffered(cohort) && cohortState(cohort, now) === 'open');

/**
 * `requireOpen` that also requires a free seat. Hold the cohort lock before taking it.
 *
 * @throws Refusal cohort-not-found, cohort-elsewhere, cohort-not-open, cohort-moved, cohort-full
 */
export async function requireFreeSeat(tx: Transaction, id: string, choosing: Choosing): Promise<CohortRecord> {
  const cohort = await requireOpen(tx, id, choosing);
  if (!hasFreeSeat(cohort)) throw new Refusal('cohort-full');
  return cohort;
}

/**
 * Changes a cohort, as staff ask for it. A seat that is taken or held is never taken away, and those who have one keep
 * the first day they chose.
 *
 * @param of.version of the cohort as it was read, against lost updates; nothing where that does not matter
 * @throws Refusal cohort-not-found, changed-meanwhile with the version to go on from, seats-taken, cohort-start-kept,
 *   cohort-dates-differ, invalid-request for a minimum above the capacity
 */
export async function changeLockedCohort(
  tx: Transaction,
  id: string,
  { change, version, now }: { change: CohortChange; version?: number; now: Date },
): Promise<{ before: CohortRecord; after: CohortRecord }> {
  await lockCohort(tx, id);
  const before = await getCohort(tx, id, now);
  if (version !== undefined && version !== before.version)
    throw new Refusal('changed-meanwhile', { extras: { version: before.version } });
  const whole = { ...inZone(before, zoneFor(before, change.partners)), ...withoutUndefined(change) };
  requireSeats(before, whole);
  await requireStartKept(tx, before, whole);
  requireDays({ ...before, ...whole }, whole);
  await updateCohort(tx, id, whole);
  return { before, after: await getCohort(tx, id, now) };
}

/**
 * The zone of a cohort that is given to these partners: where the first of them is. One with seats keeps the zone in which
 * its students read the hours.
 *
 * @param given undefined for those it has
 */
export const zoneFor = (
  { partners, timeZone, seatsTaken }: CohortRecord,
  given: readonly PartnerCode[] | null | undefined,
): string => {
  if (given === undefined || seatsTaken > 0) return timeZone;
  const zone = cohortZoneOf(given);
  return zone === cohortZoneOf(partners) ? timeZone : zone;
};

/** What changes with the zone of a cohort: it opens and closes on the same days. */
const inZone = (
  { timeZone, opensAt, closesAt }: CohortRecord,
  into: string,
): Partial<Pick<CohortRecord, 'timeZone' | 'opensAt' | 'closesAt'>> =>
  timeZone === into
    ? {}
    : {
        timeZone: into,
        opensAt: shifted(opensAt, { timeZone, into }),
        closesAt: shifted(closesAt, { timeZone, into }),
      };

/** `changeLockedCohort` in a transaction of its own. */
export const changeCohort = (db: Database, id: string, change: CohortChange, now: Date): Promise<CohortRecord> =>
  transaction(db, async (tx) => (await changeLockedCohort(tx, id, { change, now })).after);

/** @throws Refusal seats-taken, invalid-request */
function requireSeats(cohort: CohortRecord, { capacity, minimum }: CohortChange): void {
  const { seatsTaken } = cohort;
  if (capacity !== undefined && capacity < seatsTaken)
    throw new Refusal('seats-taken', { message: `${seatsTaken} seats are taken or held; there cannot be fewer.` });
  requireMinimum({
    capacity: capacity ?? cohort.capacity,
    minimum: minimum === undefined ? cohort.minimum : minimum,
    isAsked: capacity !== undefined || minimum !== undefined,
  });
}

/**
 * Those with a seat chose the first day, and so did those whose money may still buy one.
 *
 * @throws Refusal cohort-start-kept
 */
async function requireStartKept(tx: Transaction, cohort: CohortRecord, { startDate }: CohortChange): Promise<void> {
  if (startDate === undefined || startDate === shownStart(cohort)) return;
  if (cohort.seatsTaken > 0 || (await isBeingBought(tx, cohort.id))) throw new Refusal('cohort-start-kept');
}

/** @throws Refusal invalid-request for a cohort that could never have as many students as it needs */
export function requireMinimum({
  capacity,
  minimum,
  isAsked = true,
}: {
  capacity: number;
  minimum: number | null;
  isAsked?: boolean;
}): void {
  if (isAsked && minimum !== null && minimum > capacity)
    throw new Refusal('invalid-request', {
      message: 'The minimum is more than there are seats.',
      extras: { field: 'minimum' },
    });
}

type Days = Pick<CohortRecord, 'opensAt' | 'closesAt' | 'startDate' | 'timeZone'>;

/**
 * That a cohort opens before it closes, and both before its first day, on which it has started. Only where one of these is
 * changed.
 *
 * @throws Refusal cohort-dates-differ
 */
export function requireDays({ opensAt, closesAt, startDate, timeZone }: Days, change: CohortChange): void {
  if (change.opensAt === undefined && change.closesAt === undefined && change.startDate === undefined) return;
  const starts = startDate === null ? null : instantOf(startDate, '0:00', timeZone);
  if (opensAt !== null && closesAt !== null && opensAt >= closesAt)
    throw new Refusal('cohort-dates-differ', { message: 'It would close before it opens.' });
  if (starts !== null && closesAt !== null && closesAt > starts)
    throw new Refusal('cohort-dates-differ', {
      message: 'It would close after it starts: the last day to enrol is before the first day.',
    });
  if (starts !== null && opensAt !== null && opensAt >= starts)
    throw new Refusal('cohort-dates-differ', {
      message: 'It would open after it starts: students choose it before the first day.',
    });
}

/** The day after one, `YYYY-MM-DD`. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

const withoutUndefined = (change: CohortChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Name in keyof CohortChange]: Exclude<CohortChange[Name], undefined>;
  };

/**
 * Takes a cohort that has not begun out of the catalogue for good. Seats that are taken or held stay so.
 *
 * @param version of the cohort as the caller has read it
 * @throws Refusal cohort-not-found, cohort-cancelled, cohort-begun, changed-meanwhile
 */
export async function cancelCohort(
  tx: Transaction,
  id: string,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  await lockComing(tx, id, { version, now });
  await markCancelled(tx, id, now);
}

/**
 * Moves a cohort that has not begun to another first day, with the last day on which it can be chosen. Seats that are taken
 * or held stay so: their students have to be asked.
 *
 * @param move.startDate `YYYY-MM-DD`
 * @throws Refusal cohort-not-found, cohort-cancelled, cohort-begun, changed-meanwhile, move-day-not-taken,
 *   cohort-dates-differ
 */
export async function moveCohort(
  tx: Transaction,
  id: string,
  { startDate, version, now }: { startDate: string; version: number; now: Date },
): Promise<{ before: CohortRecord; after: CohortRecord }> {
  const before = await lockComing(tx, id, { version, now });
  await markMoved(tx, id, daysAfterMove(before, startDate, now));
  return { before, after: await getCohort(tx, id, now) };
}

/**
 * The days of a cohort with another first day: it closes as many days before it as it did.
 *
 * @throws Refusal move-day-not-taken, cohort-dates-differ
 */
export function daysAfterMove(
  { startDate: before, startLabel, timeZone, opensAt, closesAt }: CohortRecord,
  startDate: string,
  now: Date,
): { startDate: string; closesAt: Date | null } {
  const isSame = startLabel === null && startDate === before;
  if (isSame || startDate <= dayIn(timeZone, now)) throw new Refusal('move-day-not-taken');
  const days = {
    startDate,
    closesAt:
      before === null ? closesAt : shifted(closesAt, { timeZone, byMs: Date.parse(startDate) - Date.parse(before) }),
  };
  requireDays({ ...days, opensAt, timeZone }, { startDate });
  return days;
}

/** A moment at the same time of day: as many days later, or in another zone. @param by.byMs whole days */
function shifted(
  moment: Date | null,
  { timeZone, into = timeZone, byMs = 0 }: { timeZone: string; into?: string; byMs?: number },
): Date | null {
  if (moment === null) return null;
  const day = dayIn(timeZone, moment);
  const intoDayMs = moment.getTime() - instantOf(day, '0:00', timeZone).getTime();
  const then = new Date(Date.parse(day) + byMs).toISOString().slice(0, day.length);
  return new Date(instantOf(then, '0:00', into).getTime() + intoDayMs);
}

/**
 * Locks a cohort that is to take place and has not begun.
 *
 * @throws Refusal cohort-not-found, cohort-cancelled, cohort-begun, changed-meanwhile
 */
async function lockComing(
  tx: Transaction,
  id: string,
  { version, now }: { version: number; now: Date },
): Promise<CohortRecord> {
  await lockCohort(tx, id);
  const cohort = await getCohort(tx, id, now);
  if (cohort.cancelledAt !== null) throw new Refusal('cohort-cancelled');
  if (cohort.started) throw new Refusal('cohort-begun');
  if (cohort.version !== version) throw new Refusal('changed-meanwhile', { extras: { version: cohort.version } });
  return cohort;
}

/** Whether a seat is free; a race unless the cohort is locked. */
export const hasFreeSeat = (cohort: CohortRecord): boolean => cohort.seatsTaken < cohort.capacity;

/** Seats for a proved address and for money that is here: a hold that gives way counts as free. */
export const seatsLeft = ({ capacity, seatsTaken, seatsGivingWay }: CohortRecord): number =>
  Math.max(0, capacity - seatsTaken + seatsGivingWay);

/** Whether a cohort can be chosen today, and if not, why. */
export function cohortState(cohort: CohortRecord, now: Date): Cohort['state'] {
  if (cohort.started) return 'started';
  if (cohort.closesAt && cohort.closesAt <= now) return 'closed';
  if (cohort.opensAt && cohort.opensAt > now) return 'not-open-yet';
  return 'open';
}

/** Last day of class, `YYYY-MM-DD`; null where the first day is not known. */
export function endDate(cohort: Pick<CohortRecord, 'startDate' | 'startLabel' | 'mode'>): string | null {
  if (!cohort.startDate || cohort.startLabel) return null;
  return new Date(Date.parse(`${cohort.startDate}T00:00:00Z`) + daysOfClass(cohort.mode) * dayMs)
    .toISOString()
    .slice(0, 10);
}

/** The start as displayed: a date, or a label such as `Future`. */
export const shownStart = (cohort: Pick<CohortRecord, 'startDate' | 'startLabel'>): string =>
  cohort.startLabel ?? cohort.startDate!;

function presentCohort(cohort: CohortRecord, now: Date): Cohort {
  const left = seatsLeft(cohort);
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
