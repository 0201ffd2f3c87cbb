import type { Cohort } from '../../contract/cohorts.ts';
import type { CourseCode } from '../../shared/courses.ts';

/** What screens ask of the cohorts in the catalogue. The service checks again before a payment. */

/** Why a cohort cannot be taken, or undefined where it can. */
export function findObstacle(cohort: Cohort): 'started' | 'not-open-yet' | 'closed' | 'full' | undefined {
  if (cohort.state !== 'open') return cohort.state;
  return cohort.seats.state === 'full' ? 'full' : undefined;
}

/** The next cohort with a date that can be taken; what a full or started one points to. */
export function findNextStart(cohorts: Cohort[], course: CourseCode): Cohort | undefined {
  return findUpcoming(cohorts, course).find((cohort) => findObstacle(cohort) === undefined);
}

/** The cohorts with a date ahead, the first first; full ones too, which would seem to have vanished otherwise. */
export function findUpcoming(cohorts: Cohort[], course: CourseCode): Cohort[] {
  return cohorts
    .filter((cohort) => cohort.course === course && cohort.endDate !== null && cohort.state !== 'started')
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate));
}
