import { closingDays, type RunState } from '../../../contract/console/cohorts-schemas.ts';
import { cohortState, hasFreeSeat, type CohortRecord } from './cohorts.ts';

const closingMs = closingDays * 86_400_000;

/**
 * How a cohort stands for staff; `runStateWords` names each state. That it is confirmed to run is told before whether it
 * still takes students. Students see less of it: {@link cohortState}.
 *
 * @param now the time that the record was read for
 */
export function runStateOf(cohort: CohortRecord, now: Date): RunState {
  if (cohort.cancelledAt) return 'cancelled';
  if (cohort.isDraft) return 'draft';
  if (cohort.ended) return 'ended';
  if (cohort.started) return 'running';
  if (cohort.confirmedAt) return 'confirmed';
  const state = cohortState(cohort, now);
  if (state === 'closed' || state === 'not-open-yet') return state;
  if (!hasFreeSeat(cohort)) return 'full';
  const isClosing = cohort.closesAt !== null && cohort.closesAt.getTime() <= now.getTime() + closingMs;
  return isClosing ? 'closing' : 'open';
}
