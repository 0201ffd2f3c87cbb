import type { Cohort } from '../../contract/cohorts.ts';
import { findObstacle } from '../session/cohorts.ts';

/** The dated intake that starts soonest among those that can be taken, or nothing. */
export function findNextIntake(cohorts: readonly Cohort[]): Cohort | undefined {
  return cohorts
    .filter((cohort) => findObstacle(cohort) === undefined && /^\d{4}-\d{2}/.test(cohort.startDate))
    .toSorted((one, other) => one.startDate.localeCompare(other.startDate))[0];
}
