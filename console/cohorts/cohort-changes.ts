import { runStateWords, type ShownCohort } from '../../contract/console/cohorts-schemas.ts';
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

// Partners are in no order of their own.
const inOrder = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
const isSame = (one: unknown, other: unknown) => inOrder(one) === inOrder(other);

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

/** What a colleague has changed, a line each: "Seats: 24". */
export const differences = (base: ShownCohort, theirs: ShownCohort): string[] =>
  names
    .filter((name) => !isSame(base[name], theirs[name]))
    .map((name) => `${words[name]}: ${name === 'partners' && theirs.partners === null ? 'all' : wordsOf(theirs[name])}`)
    .concat(base.state === theirs.state ? [] : [`State: ${runStateWords[theirs.state]}`]);

const wordsOf = (value: CohortValues[keyof CohortValues]) => {
  if (value === null) return 'none';
  return Array.isArray(value) ? value.join(', ').toUpperCase() : String(value);
};
