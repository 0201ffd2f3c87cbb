import type { CancelRunRequest, RunCohort, RunConsequences } from '../../../contract/console/runs-schemas.ts';
import type * as z from 'zod/mini';
import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { recordCohortAct, type Runner } from '../catalogue/cohort-acts.ts';
import {
  isOwnCohort,
  isSeen,
  requireOwnCohort,
  requireSeenCohort,
  type CohortScope,
} from '../catalogue/cohort-scope.ts';
import {
  cancelCohort,
  cohortState,
  isOffered,
  listCohorts,
  seatsLeft,
  shownStart,
  type CohortRecord,
} from '../catalogue/cohorts.ts';
import { priceBook } from '../catalogue/price-book.ts';
import { seatTurn } from '../catalogue/seats.ts';
import type { EnrolmentServices } from '../services.ts';
import { proposeChooseBy, requireChooseBy } from './choose-by.ts';
import { settleRunJob } from './run-jobs.ts';
import { countRun, insertRun, listStudentPartners } from './runs.store.ts';

/** A cohort as the screens about its run name it. */
export const presentRunCohort = (cohort: CohortRecord): RunCohort => ({
  id: cohort.id,
  name: cohort.name,
  course: cohort.course,
  startDate: shownStart(cohort),
  partners: cohort.partners,
  cancelledAt: cohort.cancelledAt?.toISOString() ?? null,
  version: cohort.version,
});

/**
 * What cancelling or moving a run would touch, in numbers.
 *
 * @throws Refusal cohort-not-found
 */
export async function readConsequences(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  scope: CohortScope,
  cohortId: string,
): Promise<RunConsequences> {
  const now = clock.now();
  const cohort = await requireSeenCohort(db, scope, { id: cohortId, now });
  const students = await listStudentPartners(db, cohortId);
  const partners = students.length > 0 ? students : cohort.partners;
  const others = (await listCohorts(db, now)).filter(
    (other) => isSeen(scope, other.partners) && isAlternative(other, { ...cohort, partners }, now),
  );
  return {
    cohort: presentRunCohort(cohort),
    ...(await countRun(db, scope, cohortId)),
    currency: priceBook.currency,
    others: others.map((other) => ({
      id: other.id,
      name: other.name,
      startDate: shownStart(other),
      partners: other.partners,
      free: seatsLeft(other),
    })),
    chooseBy: proposeChooseBy(now).toISOString(),
    obstacle: obstacleOf(cohort) ?? ((await isOwnCohort(db, scope, cohort)) ? null : 'beyond-scope'),
  };
}

function obstacleOf({ cancelledAt, started }: CohortRecord): RunConsequences['obstacle'] {
  if (cancelledAt !== null) return 'cancelled';
  return started ? 'begun' : null;
}

/**
 * Whether students of a cohort may go to another one: of the course, open, and for some of their partners.
 *
 * @param of.partners of its students; null for any
 */
function isAlternative(
  other: CohortRecord,
  { id, course, partners }: Pick<CohortRecord, 'id' | 'course' | 'partners'>,
  now: Date,
): boolean {
  if (other.id === id || other.course !== course || !isOffered(other) || cohortState(other, now) !== 'open')
    return false;
  return partners === null || other.partners === null || other.partners.some((partner) => partners.includes(partner));
}

/**
 * Cancels a run. Its students are told, and its open checkouts ended, by a job that begins with the commit: the card
 * provider is not asked inside of a transaction, and a student's row is locked before the cohort's.
 *
 * @throws Refusal cohort-not-found, cohort-beyond-scope, cohort-cancelled, cohort-begun, choose-by-not-taken,
 *   changed-meanwhile
 */
export async function cancelRun(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  { scope, by }: Runner,
  { cohortId, reason, chooseBy, version }: z.infer<typeof CancelRunRequest> & { cohortId: string },
): Promise<void> {
  const now = clock.now();
  await requireSeenCohort(db, scope, { id: cohortId, now });
  const until = new Date(chooseBy);
  const waitMs = requireChooseBy(until, now);
  await transaction(
    db,
    async (tx) => {
      await cancelCohort(tx, cohortId, { version, now });
      // Under the cohort's lock: no seat is taken for another partner meanwhile.
      const cohort = await requireOwnCohort(tx, scope, { id: cohortId, now });
      await insertRun(tx, { cohortId, reason, chooseBy: until, actor: by.actor, staffId: by.staffId });
      await recordCohortAct(tx, { ...by, reason, action: 'cohort.cancelled', cohort });
      await addJob(tx, settleRunJob, { cohortId }, { key: cohortId });
      await addJob(tx, settleRunJob, { cohortId }, { key: `${cohortId} due`, afterSeconds: Math.ceil(waitMs / 1_000) });
    },
    seatTurn(cohortId),
  );
}
