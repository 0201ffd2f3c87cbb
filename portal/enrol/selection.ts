import type { Catalogue, Cohort } from '../../contract/cohorts.ts';
import type { Order } from '../../contract/payments.ts';
import { courseCodeOf } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { findObstacle } from '../session/cohorts.ts';

/** What is chosen so far, and which of the three steps that opens. */

export const enrolSteps = ['course', 'cohort', 'payment'] as const;
export type EnrolStep = (typeof enrolSteps)[number];

export interface Selection {
  course: CourseCode | undefined;
  /** Only ever a cohort of the course that can be taken today. */
  cohort: Cohort | undefined;
}

/**
 * What stored values mean today. A cohort of another course, or one that started or filled since, counts as not chosen.
 *
 * @param stored values of `course-selected` and `selected-cohort`; both spellings of a course are understood
 */
export function readSelection(
  cohorts: Cohort[],
  stored: { course: string | undefined; cohortId: string | undefined },
): Selection {
  const course = courseCodeOf(stored.course);
  const cohort = cohorts.find(({ id }) => id === stored.cohortId);
  const isValid = cohort !== undefined && cohort.course === course && findObstacle(cohort) === undefined;
  return { course, cohort: isValid ? cohort : undefined };
}

/**
 * The catalogue as the member who holds a seat sees it: a cohort whose last seat is held for them is not full.
 *
 * @param order the member's newest, null for none
 */
export function withOwnSeat(catalogue: Catalogue, order: Order | null | undefined): Catalogue {
  if (!order?.holdExpiresAt) return catalogue;
  const own: Cohort['seats'] = { state: 'few', left: 1 };
  const cohorts = catalogue.cohorts.map((cohort) =>
    cohort.id === order.cohort.id && cohort.seats.mayComeBack ? { ...cohort, seats: own } : cohort,
  );
  return { ...catalogue, cohorts };
}

/** The furthest step a selection opens. */
function furthestStep({ course, cohort }: Selection): EnrolStep {
  if (course === undefined) return 'course';
  return cohort === undefined ? 'cohort' : 'payment';
}

/**
 * The step to show: the one asked for, but never further than the selection allows.
 *
 * @param asked undefined on arrival, which means the furthest
 */
export function openStep(selection: Selection, asked: EnrolStep | undefined): EnrolStep {
  const furthest = furthestStep(selection);
  if (asked === undefined) return furthest;
  return enrolSteps.indexOf(asked) < enrolSteps.indexOf(furthest) ? asked : furthest;
}

/** The cohorts of a course: those that can be taken first, then the rest, each in the order they came. */
export function cohortsOf(cohorts: Cohort[], course: CourseCode | undefined): Cohort[] {
  const own = cohorts.filter((cohort) => cohort.course === course);
  return [
    ...own.filter((cohort) => findObstacle(cohort) === undefined),
    ...own.filter((cohort) => findObstacle(cohort) !== undefined),
  ];
}
