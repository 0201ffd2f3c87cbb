import type { RunProgress, RunStudent } from '../../../contract/console/runs-schemas.ts';
import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordCohortAct, type Runner } from '../catalogue/cohort-acts.ts';
import { requireOwnCohort, requireSeenCohort, type CohortScope } from '../catalogue/cohort-scope.ts';
import { listCohorts, shownStart, type CohortRecord } from '../catalogue/cohorts.ts';
import type { EnrolmentServices } from '../services.ts';
import { presentRunCohort } from './cancel-run.ts';
import { findLastMove, listMoveStudents, markMoveReminded } from './moves.store.ts';
import { remindMoveJob, remindRunJob } from './run-jobs.ts';
import { findRun, listRunStudents, markReminded, type StoredRunStudent } from './runs.store.ts';

/**
 * What the students of a cancelled run have chosen; undefined for a cohort that is not cancelled.
 *
 * @throws Refusal cohort-not-found
 */
export async function readProgress(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  scope: CohortScope,
  cohortId: string,
): Promise<RunProgress | undefined> {
  const now = clock.now();
  const cohort = await requireSeenCohort(db, scope, { id: cohortId, now });
  const run = await findRun(db, cohortId);
  if (!run) return undefined;
  const stored = await listRunStudents(db, scope, cohortId);
  return { cohort: presentRunCohort(cohort), move: null, ...presentRun(run, await listCohorts(db, now), stored) };
}

/**
 * What the students of a run that was moved have answered to its last move; undefined for one that was not.
 *
 * @throws Refusal cohort-not-found
 */
export async function readMoveProgress(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  scope: CohortScope,
  cohortId: string,
): Promise<RunProgress | undefined> {
  const now = clock.now();
  const cohort = await requireSeenCohort(db, scope, { id: cohortId, now });
  const run = await findLastMove(db, cohortId);
  if (!run) return undefined;
  const { startBefore, startAfter, movedAt } = run;
  const stored = await listMoveStudents(db, scope, run);
  return {
    cohort: presentRunCohort(cohort),
    move: { startBefore, startAfter, movedAt: movedAt.toISOString() },
    ...presentRun(run, await listCohorts(db, now), stored),
  };
}

function presentRun(
  run: { reason: string; actor: string; chooseBy: Date; remindedAt: Date | null },
  all: readonly CohortRecord[],
  stored: readonly StoredRunStudent[],
): Omit<RunProgress, 'cohort' | 'move'> {
  const cohorts = new Map(all.map((cohort) => [cohort.id, cohort]));
  const students = stored.map((student) => present(student, cohorts));
  const count = (outcome: RunStudent['outcome']) => students.filter((student) => student.outcome === outcome).length;
  return {
    reason: run.reason,
    actor: run.actor,
    chooseBy: run.chooseBy.toISOString(),
    remindedAt: run.remindedAt?.toISOString() ?? null,
    counts: {
      students: students.length,
      keep: count('keep'),
      cohort: count('cohort'),
      refund: count('refund'),
      'no-answer': count('no-answer'),
      waiting: count(null),
      choosing: stored.filter(({ outcome, canChoose }) => outcome === null && canChoose).length,
    },
    students,
  };
}

function present(stored: StoredRunStudent, cohorts: ReadonlyMap<string, CohortRecord>): RunStudent {
  const { newCohortId, decidedAt, canChoose: _, ...student } = stored;
  const cohort = newCohortId === null ? undefined : cohorts.get(newCohortId);
  return {
    ...student,
    newCohort: cohort ? { id: cohort.id, name: cohort.name, startDate: shownStart(cohort) } : null,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/**
 * Reminds the students who have not chosen, once for a run.
 *
 * @throws Refusal cohort-not-found, cohort-beyond-scope, cohort-not-cancelled, reminded-already
 */
export async function remindStudents(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  { scope, by }: Runner,
  cohortId: string,
): Promise<void> {
  const now = clock.now();
  await transaction(db, async (tx) => {
    const cohort = await requireOwnCohort(tx, scope, { id: cohortId, now });
    if (!(await findRun(tx, cohortId))) throw new Refusal('cohort-not-cancelled');
    if (!(await markReminded(tx, cohortId, now))) throw new Refusal('reminded-already');
    await recordCohortAct(tx, { ...by, action: 'cohort.reminded', cohort });
    await addJob(tx, remindRunJob, { cohortId }, { key: cohortId });
  });
}

/**
 * Reminds the students who have not answered the last move, once for it.
 *
 * @throws Refusal cohort-not-found, cohort-beyond-scope, cohort-cancelled, cohort-not-moved, reminded-already
 */
export async function remindOfMove(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  { scope, by }: Runner,
  cohortId: string,
): Promise<void> {
  const now = clock.now();
  await transaction(db, async (tx) => {
    const cohort = await requireOwnCohort(tx, scope, { id: cohortId, now });
    if (cohort.cancelledAt !== null) throw new Refusal('cohort-cancelled');
    const last = await findLastMove(tx, cohortId);
    if (!last) throw new Refusal('cohort-not-moved');
    if (!(await markMoveReminded(tx, last, now))) throw new Refusal('reminded-already');
    await recordCohortAct(tx, { ...by, action: 'cohort.reminded', cohort });
    await addJob(tx, remindMoveJob, { cohortId }, { key: `${cohortId}-${last.move}` });
  });
}
