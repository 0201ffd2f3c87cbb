import type * as z from 'zod/mini';
import type { MoveConsequences, MoveRunRequest } from '../../../contract/console/runs-schemas.ts';
import { instantOf, lastDayBefore } from '../../../shared/zoned-time.ts';
import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listDaysOff } from '../catalogue/class-days.ts';
import { recordCohortAct, type Runner } from '../catalogue/cohort-acts.ts';
import { requireOwnCohort, requireSeenCohort, type CohortScope } from '../catalogue/cohort-scope.ts';
import { daysAfterMove, endDate, moveCohort, shownStart, type CohortRecord } from '../catalogue/cohorts.ts';
import { seatTurn } from '../catalogue/seats.ts';
import type { EnrolmentServices } from '../services.ts';
import { readConsequences } from './cancel-run.ts';
import { proposeChooseBy, requireChooseBy } from './choose-by.ts';
import { insertMove } from './moves.store.ts';
import { settleMoveJob } from './run-jobs.ts';

type Services = Pick<EnrolmentServices, 'db' | 'clock'>;

/**
 * What moving a run would do, in numbers, and its days.
 *
 * @param of.startDate the new first day, `YYYY-MM-DD`; without it no days are told
 * @throws Refusal cohort-not-found, move-day-not-taken, cohort-dates-differ
 */
export async function readMoveConsequences(
  services: Services,
  scope: CohortScope,
  { cohortId, startDate }: { cohortId: string; startDate?: string | undefined },
): Promise<MoveConsequences> {
  const { db, clock } = services;
  const now = clock.now();
  const cohort = await requireSeenCohort(db, scope, { id: cohortId, now });
  const consequences = await readConsequences(services, scope, cohortId);
  const before = daysOf(cohort);
  if (startDate === undefined) return { ...consequences, before, after: null };
  const after = { ...cohort, ...daysAfterMove(cohort, startDate, now), startLabel: null };
  const chooseBy = new Date(Math.min(proposeChooseBy(now).getTime(), firstMoment(after).getTime()));
  return { ...consequences, chooseBy: chooseBy.toISOString(), before, after: daysOf(after) };
}

function daysOf(cohort: CohortRecord): MoveConsequences['before'] {
  const until = endDate(cohort);
  const { closesAt, timeZone } = cohort;
  return {
    startDate: shownStart(cohort),
    endDate: until,
    enrolBy: closesAt && lastDayBefore(timeZone, closesAt),
    daysOff: until ? listDaysOff(cohort, { from: cohort.startDate!, until }) : [],
  };
}

/** When the first day of a cohort with a date begins where it meets. */
const firstMoment = ({ startDate, timeZone }: CohortRecord) => instantOf(startDate!, '0:00', timeZone);

/**
 * Moves a run to another first day. Its students are asked, and checkouts from before it ended, by a job that begins with
 * the commit. Another move before they have answered asks them anew.
 *
 * @throws Refusal cohort-not-found, cohort-beyond-scope, cohort-cancelled, cohort-begun, move-day-not-taken,
 *   cohort-dates-differ, choose-by-not-taken, changed-meanwhile
 */
export async function moveRun(
  { db, clock }: Services,
  { scope, by }: Runner,
  { cohortId, startDate, reason, chooseBy, version }: z.infer<typeof MoveRunRequest> & { cohortId: string },
): Promise<void> {
  const now = clock.now();
  await requireSeenCohort(db, scope, { id: cohortId, now });
  const until = new Date(chooseBy);
  const waitMs = requireChooseBy(until, now);
  await transaction(
    db,
    async (tx) => {
      const { before, after } = await moveCohort(tx, cohortId, { startDate, version, now });
      // Under the cohort's lock: no seat is taken for another partner meanwhile.
      await requireOwnCohort(tx, scope, { id: cohortId, now });
      if (until > firstMoment(after))
        throw new Refusal('choose-by-not-taken', { message: 'Choose a moment before the first day.' });
      const starts = { startBefore: shownStart(before), startAfter: shownStart(after) };
      await insertMove(tx, {
        cohortId,
        move: after.moves,
        ...starts,
        reason,
        actor: by.actor,
        staffId: by.staffId,
        movedAt: now,
        chooseBy: until,
      });
      const note = `first day ${starts.startBefore} → ${starts.startAfter}`;
      await recordCohortAct(tx, { ...by, reason, action: 'cohort.moved', cohort: after, note });
      await addJob(tx, settleMoveJob, { cohortId }, { key: cohortId });
      await addJob(
        tx,
        settleMoveJob,
        { cohortId },
        { key: `${cohortId} due`, afterSeconds: Math.ceil(waitMs / 1_000) },
      );
    },
    seatTurn(cohortId),
  );
}
