import { cohortConsoleCalls } from '../../../contract/console/cohorts.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Platform } from '../../platform/platform.ts';
import { runnerOf } from './cohort-acts.ts';
import { createPattern, previewPattern } from './cohort-pattern.ts';
import { requireSeenCohort } from './cohort-scope.ts';
import {
  changeCohortAs,
  confirmCohort,
  createCohort,
  publishCohort,
  publishCohorts,
  removeCohort,
  withdrawConfirmation,
} from './run-cohorts.ts';
import { showCohort } from './show-cohort.ts';

/** Calls by which staff plan and change cohorts. */
export function cohortActConsoleRoutes(app: Http, services: Platform): void {
  const serve = serving(app, cohortConsoleCalls);
  const { db, clock } = services;
  const answer = async (scope: StaffScope, id: string) => {
    const now = clock.now();
    const cohort = await requireSeenCohort(db, scope, { id, now });
    return { data: await showCohort(db, scope, { cohort, now }) };
  };

  serve('POST /console/api/cohorts', async (request) =>
    answer(request.scope, await createCohort(db, runnerOf(request), request.body)),
  );
  serve('POST /console/api/cohort-patterns/preview', async ({ scope, body }) => ({
    data: await previewPattern(services, scope, body),
  }));
  serve('POST /console/api/cohort-patterns', async (request) => ({
    data: await createPattern(services, runnerOf(request), request.body),
  }));
  serve('POST /console/api/cohort-publications', async (request) => {
    const { cohortIds } = request.body;
    const published = await publishCohorts(services, runnerOf(request), cohortIds);
    return { data: { published, skipped: new Set(cohortIds).size - published } };
  });
  serve('PATCH /console/api/cohorts/:cohortId', async (request) => {
    const { reason, ...change } = request.body;
    const { cohortId } = request.params;
    await changeCohortAs(services, runnerOf(request, reason), { ...change, id: cohortId });
    return answer(request.scope, cohortId);
  });
  serve('POST /console/api/cohorts/:cohortId/publication', async (request) => {
    const { cohortId } = request.params;
    await publishCohort(services, runnerOf(request), { id: cohortId, ...request.body });
    return answer(request.scope, cohortId);
  });
  serve('POST /console/api/cohorts/:cohortId/confirmation', async (request) => {
    const { cohortId } = request.params;
    await confirmCohort(services, runnerOf(request), { id: cohortId, ...request.body });
    return answer(request.scope, cohortId);
  });
  serve('POST /console/api/cohorts/:cohortId/confirmation/withdrawal', async (request) => {
    const { cohortId } = request.params;
    const { reason, version } = request.body;
    await withdrawConfirmation(services, runnerOf(request, reason), { id: cohortId, version });
    return answer(request.scope, cohortId);
  });
  serve('POST /console/api/cohorts/:cohortId/removal', async (request) => {
    const { cohortId } = request.params;
    const { reason, version } = request.body;
    await removeCohort(services, runnerOf(request, reason), { id: cohortId, version });
    return { data: { id: cohortId } };
  });
}
