import type { Cohort } from '../../contract/cohorts.ts';
import type { CourseCode } from '../../contract/courses.ts';

/** What screens ask of the cohorts in the catalogue. The service checks again before anybody pays. */

/** Why a cohort cannot be taken, or undefined where it can. */
export function findObstacle(cohort: Cohort): 'started' | 'not-open-yet' | 'closed' | 'full' | undefined {
  if (cohort.state !== 'open') return cohort.state;
  return cohort.seats.state === 'full' ? 'full' : undefined;
}

/** The next cohort with a date that can be taken; what a full or started one points to. */
export function findNextStart(cohorts: Cohort[], course: CourseCode): Cohort | undefined {
  return cohorts
    .filter((cohort) => cohort.course === course && cohort.endDate !== null && findObstacle(cohort) === undefined)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))[0];
}
