import type { Cohort } from '../../contract/cohorts.ts';

/** The dated intake that starts soonest among those still open, or nothing. */
export function findNextIntake(cohorts: readonly Cohort[]): Cohort | undefined {
  return cohorts
    .filter(({ state, startDate }) => state === 'open' && /^\d{4}-\d{2}/.test(startDate))
    .toSorted((one, other) => one.startDate.localeCompare(other.startDate))[0];
}
