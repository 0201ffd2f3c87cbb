import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import type { CohortValues } from './cohort-form.tsx';

const words = {
  name: 'Name',
  partners: 'Partners',
  startDate: 'First day',
  schedule: 'Days and hours',
  capacity: 'Seats',
  minimum: 'Minimum',
  opensOn: 'Opens on',
  enrolBy: 'Enrol by',
} as const satisfies Record<keyof CohortValues, string>;
const names = Object.keys(words) as (keyof CohortValues)[];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The values that differ from the cohort as it was read. A first day is never taken away. */
export function changedValues(
  base: CohortValues,
  typed: CohortValues,
): Partial<Omit<CohortValues, 'startDate'>> & { startDate?: string } {
  const { startDate, ...changed } = Object.fromEntries(
    names.filter((name) => !isSame(base[name], typed[name])).map((name) => [name, typed[name]]),
  ) as Partial<CohortValues>;
  return { ...changed, ...(startDate && { startDate }) };
}

/** What somebody else has changed, a line each: "Seats is now 24". */
export const differences = (base: ShownCohort, theirs: ShownCohort): string[] =>
  names
    .filter((name) => !isSame(base[name], theirs[name]))
    .map((name) => `${words[name]} is now ${wordsOf(theirs[name])}`)
    .concat(base.state === theirs.state ? [] : [`Its state is another one`]);

const wordsOf = (value: CohortValues[keyof CohortValues]) => {
  if (value === null) return 'empty';
  return Array.isArray(value) ? value.join(', ').toUpperCase() : String(value);
};
