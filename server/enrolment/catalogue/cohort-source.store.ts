import { sql } from 'kysely';
import { cohortList, runStateWords, type CohortRow } from '../../../contract/console/cohorts-schemas.ts';
import { courses, studyModeNames } from '../../../shared/courses.ts';
import { anyOf, comparing, type Condition } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';
import { cohortsInScope, findCohortsInScope, isForPartners } from './cohort-scope.store.ts';
import type { CohortScope } from './cohort-scope.ts';
import type { CohortRecord } from './cohorts.store.ts';
import { runStateColumn } from './run-state.store.ts';

const startsAt = sql`cohort.start_date::timestamp at time zone cohort.time_zone`;

/**
 * What is to come first, the soonest before the others; then what has no date; then what has begun, the latest before the
 * others: it is counted back from 2100, so that one order serves all three. Never later than cursors reach.
 */
const byStart = (now: Date): Condition => sql`case
  when ${startsAt} > ${now}::timestamptz then ${startsAt}
  when cohort.start_date is null then timestamptz '2149-12-31 00:00:00Z'
  else timestamptz '2150-01-01 00:00:00Z' + (timestamptz '2100-01-01 00:00:00Z' - ${startsAt}) end`;

/**
 * The cohorts in scope, as a list.
 *
 * @param show what the list shows of a cohort
 */
export const cohortSource = (
  scope: CohortScope,
  now: Date,
  show: (cohort: CohortRecord, now: Date) => CohortRow,
): ListSource<typeof cohortList, CohortRow> => ({
  list: cohortList,
  from: sql`cohort`,
  id: sql`cohort.id`,
  where: () => cohortsInScope(scope),
  search: byWords,
  sorts: { starts: { by: byStart(now), type: 'moment' } },
  filters: {
    state: comparing(runStateColumn(now)),
    // A day as such, whatever zone it is in.
    starts: comparing(sql`cohort.start_date::timestamp at time zone 'UTC'`),
    partner: ({ values }) => isForPartners(values),
    course: comparing(sql`cohort.course`),
    mode: comparing(sql`cohort.mode`),
  },
  read: async (db, ids) => (await findCohortsInScope(db, { ids, scope, now })).map((cohort) => show(cohort, now)),
  cells: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    state: ({ state }) => runStateWords[state],
    starts: ({ startDate, startLabel }) => startLabel ?? startDate,
    partner: ({ partners }) => partners?.join(', ') ?? 'all',
    course: ({ course }) => courses[course].name,
    mode: ({ mode }) => studyModeNames[mode],
    sold: ({ sold }) => String(sold),
    held: ({ held }) => String(held),
    free: ({ free }) => String(free),
    capacity: ({ capacity }) => String(capacity),
    minimum: ({ minimum }) => minimum?.toString() ?? null,
    closes: ({ closesAt }) => closesAt,
  },
});

/** Every word stands in the name or the id. A cohort is one of few rows, which are looked through. */
function byWords(text: string): Condition | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const each = words.map((word) =>
    anyOf([sql`strpos(lower(cohort.name), ${word}) > 0`, sql`strpos(lower(cohort.id), ${word}) > 0`]),
  );
  return sql`(${sql.join(each, sql` and `)})`;
}
