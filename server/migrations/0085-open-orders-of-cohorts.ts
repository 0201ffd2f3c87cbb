import { addIndexes } from '../platform/database/indexes.ts';

/** Orders of a cohort that may still get a seat: a change of its first day looks for them, within the cohort's lock. */
export const openOrdersOfCohorts = addIndexes([
  'enrolment_order_buying',
  `enrolment_order (cohort_id) where state in ('draft', 'awaiting-payment', 'processing', 'review')`,
]);
