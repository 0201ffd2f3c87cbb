import type { RunProgress, RunStudent } from '../../../contract/console/runs-schemas.ts';
import { recordEntry } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { getCohort, listCohorts, shownStart, type CohortRecord } from '../catalogue/cohorts.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import type { EnrolmentServices } from '../services.ts';
import { presentRunCohort } from './cancel-run.ts';
import { remindRunJob } from './run-jobs.ts';
import { byStaff, requireCohort, type ActingStaff } from './run-scope.ts';
import { isCohortOwn } from './run-scope.store.ts';
import { findRun, listRunStudents, markReminded, type StoredRunStudent } from './runs.store.ts';

/**
 * What the students of a cancelled run have chosen; undefined for a cohort that is not cancelled.
 *
 * @throws Refusal not-found
 */
export async function readProgress(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  scope: ActingStaff['scope'],
  cohortId: string,
): Promise<RunProgress | undefined> {
  await requireCohort(db, scope, cohortId);
  const run = await findRun(db, cohortId);
  if (!run) return undefined;
  const now = clock.now();
  const cohorts = new Map((await listCohorts(db, now)).map((cohort) => [cohort.id, cohort]));
  const students = (await listRunStudents(db, scope, cohortId)).map((student) => present(student, cohorts));
  const count = (outcome: RunStudent['outcome']) => students.filter((student) => student.outcome === outcome).length;
  return {
    cohort: presentRunCohort(await getCohort(db, cohortId, now)),
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
 * @throws Refusal not-found, cohort-of-others, cohort-not-cancelled, reminded-already
 */
export async function remindStudents(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  by: ActingStaff,
  cohortId: string,
): Promise<void> {
  await requireCohort(db, by.scope, cohortId);
  if (!(await findRun(db, cohortId))) throw new Refusal('cohort-not-cancelled');
  await transaction(db, async (tx) => {
    if (!(await isCohortOwn(tx, by.scope, cohortId))) throw new Refusal('cohort-of-others');
    if (!(await markReminded(tx, cohortId, clock.now()))) throw new Refusal('reminded-already');
    await recordEntry(tx, { siteId: enrolmentSite, ...byStaff(by), action: 'cohort.reminded', subject: cohortId });
    await addJob(tx, remindRunJob, { cohortId }, { key: cohortId });
  });
}
