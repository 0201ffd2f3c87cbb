import { unpaidEndings } from './checkouts/checkout-states.ts';
import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Checkouts that ended unpaid, as the provider confirmed. */
export const unpaidCheckouts: readonly EndedRows[] = [
  {
    table: 'plan_checkout',
    since: 'created_at',
    keptFor: 'unpaid-checkouts',
    // Literals, in the words of the index `plan_checkout_unpaid`.
    only: `state in (${unpaidEndings.map((state) => `'${state}'`).join(', ')})`,
    job: deletingJob('forget-old-plan-checkouts', '50 3 * * *'),
  },
];
