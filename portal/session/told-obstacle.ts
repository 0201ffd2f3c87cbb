import type { Cohort } from '../../contract/cohorts.ts';
import { findObstacle } from './cohorts.ts';

/** Why a cohort cannot be taken, as people are told. held: none of its seats is free, but not all are paid for. */
export type ToldObstacle = NonNullable<ReturnType<typeof findObstacle>> | 'held';

export function findToldObstacle(cohort: Cohort): ToldObstacle | undefined {
  const obstacle = findObstacle(cohort);
  return obstacle === 'full' && cohort.seats.mayComeBack ? 'held' : obstacle;
}
