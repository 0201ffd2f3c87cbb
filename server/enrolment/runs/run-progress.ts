import type { RunProgress, RunStudent } from '../../../contract/console/runs-schemas.ts';
import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordCohortAct, type Runner } from '../catalogue/cohort-acts.ts';
import { requireOwnCohort, requireSeenCohort, type CohortScope } from '../catalogue/cohort-scope.ts';
import { listCohorts, shownStart, type CohortRecord } from '../catalogue/cohorts.ts';
import type { EnrolmentServices } from '../services.ts';
import { presentRunCohort } from './cancel-run.ts';
import { remindRunJob } from './run-jobs.ts';
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
  const cohorts = new Map((await listCohorts(db, now)).map((cohort) => [cohort.id, cohort]));
  const students = (await listRunStudents(db, scope, cohortId)).map((student) => present(student, cohorts));
  const count = (outcome: RunStudent['outcome']) => students.filter((student) => student.outcome === outcome).length;
  return {
    cohort: presentRunCohort(cohort),
    reason: run.reason,
    actor: run.actor,
    chooseBy: run.chooseBy.toISOString(),
    remindedAt: run.remindedAt?.toISOString() ?? null,
    counts: {
      students: students.length,
      cohort: count('cohort'),
      refund: count('refund'),
      'no-answer': count('no-answer'),
      waiting: count(null),
    },
    students,
  };
}

function present(
  { newCohortId, decidedAt, ...student }: StoredRunStudent,
  cohorts: ReadonlyMap<string, CohortRecord>,
): RunStudent {
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
