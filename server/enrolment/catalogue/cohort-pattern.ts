import { patternLimits, type Pattern, type PlannedCohort } from '../../../contract/console/cohorts-schemas.ts';
import type { StudyMode } from '../../../shared/courses.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import { dayIn } from '../../../shared/zoned-time.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { firstClassFrom, holidaysOf, isAfterHolidays, listDaysOff, type FirstClass } from './class-days.ts';
import { cohortZoneOf } from '../partner-scope.ts';
import { momentsOf } from './cohort-days.ts';
import { cohortIdOf, cohortNameOf } from './cohort-names.ts';
import { findCohortsInScope } from './cohort-scope.store.ts';
import { requirePartner, type CohortScope } from './cohort-scope.ts';
import { endDate, requireMinimum } from './cohorts.ts';
import type { NewCohort } from './cohorts.store.ts';
import { addNewCohorts, type Runner } from './run-cohorts.ts';

const dayMs = 86_400_000;
const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** A cohort of a pattern, before it is there. */
interface Planned extends FirstClass {
  mode: StudyMode;
  cohort: NewCohort & { startDate: string };
  enrolBy: string | null;
}

/**
 * The cohorts of a pattern: of each format the first class from the first day on, then every so many weeks. A holiday
 * moves one by a week and leaves the others where they are.
 *
 * @throws Refusal pattern-too-long, cohort-dates-differ, invalid-request for the minimum
 */
export function planCohorts(partner: PartnerCode, pattern: Pattern, now: Date): Planned[] {
  const { firstDay, lastDay, modes } = pattern;
  const timeZone = cohortZoneOf([partner]);
  if (lastDay < firstDay) throw new Refusal('cohort-dates-differ', { message: 'The last day is before the first.' });
  if (firstDay <= dayIn(timeZone, now))
    throw new Refusal('cohort-dates-differ', { message: 'The first day is not in the future.' });
  requireMinimum(pattern);
  const planned = [...new Set(modes)].flatMap((mode) => planMode(partner, pattern, mode));
  if (planned.length > patternLimits.mostCohorts) throw new Refusal('pattern-too-long');
  const byId = new Map(planned.map((each) => [each.cohort.id, each]));
  return [...byId.values()].toSorted((one, other) => one.day.localeCompare(other.day));
}

function planMode(partner: PartnerCode, pattern: Pattern, mode: StudyMode): Planned[] {
  const { firstDay, lastDay, everyWeeks } = pattern;
  const holidays = holidaysOf([partner]);
  const planned: Planned[] = [];
  const first = firstClassFrom(firstDay, { mode, holidays: {} }).day;
  for (let day = first; day <= lastDay; day = shiftDay(day, everyWeeks * 7)) {
    planned.push(planOne(partner, pattern, { mode, ...firstClassFrom(day, { mode, holidays }) }));
    if (planned.length > patternLimits.mostCohorts) break;
  }
  return planned;
}

function planOne(partner: PartnerCode, pattern: Pattern, first: FirstClass & { mode: StudyMode }): Planned {
  const { course, schedules, capacity, minimum, enrolByDaysBefore, isDraft } = pattern;
  const { mode, day } = first;
  const timeZone = cohortZoneOf([partner]);
  const enrolBy = enrolByDaysBefore === null ? null : shiftDay(day, -enrolByDaysBefore);
  return {
    ...first,
    enrolBy,
    cohort: {
      id: cohortIdOf({ partner, course, mode, day }),
      course,
      mode,
      name: cohortNameOf(course, mode),
      partners: [partner],
      startDate: day,
      startLabel: null,
      schedule: schedules[mode] ?? null,
      timeZone,
      capacity,
      minimum,
      opensAt: null,
      closesAt: momentsOf({ enrolBy }, timeZone).closesAt ?? null,
      isDraft,
    },
  };
}

/**
 * What a pattern would create, with what moved each cohort.
 *
 * @throws Refusal partner-not-found, and those of {@link planCohorts}
 */
export async function previewPattern(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  scope: CohortScope,
  pattern: Pattern,
): Promise<{ timeZone: string; cohorts: PlannedCohort[] }> {
  const partner = requirePartner(scope, pattern.partner);
  const planned = planCohorts(partner, pattern, clock.now());
  const there = await findThere(db, planned, clock.now());
  return {
    timeZone: cohortZoneOf([partner]),
    cohorts: planned.map(({ cohort, mode, movedBy, enrolBy }) => {
      const { id, name, startDate } = cohort;
      const until = endDate(cohort)!;
      return {
        id,
        name,
        mode,
        startDate,
        endDate: until,
        movedBy,
        enrolBy,
        daysOff: listDaysOff(cohort, { from: startDate, until }),
        isThere: there.has(id),
        isBeyondHolidays: isAfterHolidays(partner, startDate),
      };
    }),
  };
}

/** Ids of these cohorts that exist, in or out of scope. */
async function findThere(db: Database, planned: readonly Planned[], now: Date): Promise<Set<string>> {
  const ids = planned.map(({ cohort }) => cohort.id);
  return new Set((await findCohortsInScope(db, { ids, scope: { partners: 'all' }, now })).map(({ id }) => id));
}

/**
 * Creates the cohorts of a pattern that are not there. Idempotent: an id says partner, course, format and first day.
 *
 * @returns the ids of those created, and how many were there
 * @throws Refusal as {@link previewPattern} does
 */
export async function createPattern(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { scope, by }: Runner,
  pattern: Pattern,
): Promise<{ created: string[]; kept: number }> {
  const planned = planCohorts(requirePartner(scope, pattern.partner), pattern, clock.now());
  const created = await addNewCohorts(
    db,
    by,
    planned.map(({ cohort }) => cohort),
  );
  return { created, kept: planned.length - created.length };
}
