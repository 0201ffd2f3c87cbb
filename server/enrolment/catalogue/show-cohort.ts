import type { CohortRow, ShownCohort } from '../../../contract/console/cohorts-schemas.ts';
import { dayIn, lastDayBefore } from '../../../shared/zoned-time.ts';
import type { Database } from '../../platform/database/database.ts';
import { listDaysOff } from './class-days.ts';
import { isWhollyInScope, type CohortScope } from './cohort-scope.ts';
import { readOrdersOf } from './cohort-scope.store.ts';
import { endDate, type CohortRecord } from './cohorts.ts';
import { runStateOf } from './run-state.ts';

/** A cohort as a list of staff shows it. */
export const toCohortRow = (cohort: CohortRecord, now: Date): CohortRow => ({
  id: cohort.id,
  name: cohort.name,
  course: cohort.course,
  mode: cohort.mode,
  partners: cohort.partners,
  state: runStateOf(cohort, now),
  startDate: cohort.startDate,
  startLabel: cohort.startLabel,
  timeZone: cohort.timeZone,
  capacity: cohort.capacity,
  sold: cohort.seatsTaken - cohort.seatsHeld,
  held: cohort.seatsHeld,
  free: Math.max(0, cohort.capacity - cohort.seatsTaken),
  minimum: cohort.minimum,
  closesAt: cohort.closesAt?.toISOString() ?? null,
});

/** A cohort as its page shows it. */
export async function showCohort(
  db: Database,
  scope: CohortScope,
  { cohort, now }: { cohort: CohortRecord; now: Date },
): Promise<ShownCohort> {
  const { opensAt, closesAt, timeZone } = cohort;
  const until = endDate(cohort);
  return {
    ...toCohortRow(cohort, now),
    schedule: cohort.schedule,
    endDate: until,
    daysOff: until ? listDaysOff(cohort, { from: cohort.startDate!, until }) : [],
    opensOn: opensAt && dayIn(timeZone, opensAt),
    enrolBy: closesAt && lastDayBefore(timeZone, closesAt),
    opensAt: opensAt?.toISOString() ?? null,
    confirmedAt: cohort.confirmedAt?.toISOString() ?? null,
    cancelledAt: cohort.cancelledAt?.toISOString() ?? null,
    answerMoveBy: cohort.answerMoveBy?.toISOString() ?? null,
    version: cohort.version,
    isInScope: isWhollyInScope(scope, cohort.partners),
    ...(await readOrdersOf(db, cohort.id, scope)),
  };
}
