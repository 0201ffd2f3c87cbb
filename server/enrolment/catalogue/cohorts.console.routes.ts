import { cohortConsoleCalls } from '../../../contract/console/cohorts.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { recordExport } from '../../platform/audit/record-export.ts';
import { transaction } from '../../platform/database/database.ts';
import { sendCsv } from '../../platform/http/send-csv.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { exportList } from '../../platform/lists/export-list.ts';
import { readList } from '../../platform/lists/read-list.ts';
import type { Platform } from '../../platform/platform.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { partnersSeen } from '../partner-scope.ts';
import { byStaff, listCohortActs, recordCohortAct } from './cohort-acts.ts';
import { requireSeenCohort } from './cohort-scope.ts';
import { cohortSource } from './cohort-source.store.ts';
import { seatSource } from './seat-source.store.ts';
import { showCohort, toCohortRow } from './show-cohort.ts';

/** Calls by which staff find and read cohorts. */
export function cohortConsoleRoutes(app: Http, { db, clock }: Platform): void {
  const serve = serving(app, cohortConsoleCalls);
  const sourceFor = (scope: StaffScope) => cohortSource(scope, clock.now(), toCohortRow);
  const seen = (scope: StaffScope, id: string) => requireSeenCohort(db, scope, { id, now: clock.now() });

  serve('GET /console/api/cohorts', ({ scope, query }) => readList(db, sourceFor(scope), query));
  serve('GET /console/api/cohorts.csv', async ({ staff, scope, query }, reply) => {
    const act = { ...byStaff(staff), staffId: staff.id, siteId: enrolmentSite, action: 'cohorts.exported' };
    await transaction(db, (tx) => recordExport(tx, { ...act, scope, query }));
    return sendCsv(reply, 'cohorts.csv', exportList(db, sourceFor(scope), query));
  });
  serve('GET /console/api/cohorts/:cohortId', async ({ scope, params }) => {
    const now = clock.now();
    const cohort = await requireSeenCohort(db, scope, { id: params.cohortId, now });
    return { data: await showCohort(db, scope, { cohort, now }) };
  });
  serve('GET /console/api/cohorts/:cohortId/seats', async ({ scope, params, query }) => {
    const { id } = await seen(scope, params.cohortId);
    return readList(db, seatSource(scope, id), query);
  });
  serve('GET /console/api/cohorts/:cohortId/seats.csv', async ({ staff, scope, params, query }, reply) => {
    const { id, partners } = await seen(scope, params.cohortId);
    // The file holds the students whom the person sees.
    const cohort = { id, partners: partnersSeen(scope, partners) };
    await transaction(db, (tx) => recordCohortAct(tx, { ...byStaff(staff), action: 'cohort.roster-exported', cohort }));
    return sendCsv(reply, `roster-${fileName(id)}.csv`, exportList(db, seatSource(scope, id), query));
  });
  serve('GET /console/api/cohorts/:cohortId/changes', async ({ scope, params }) => {
    const { id } = await seen(scope, params.cohortId);
    return { data: await listCohortActs(db, scope, id) };
  });
}

/** Ids of cohorts are chosen by people in files: what a header does not take is left out. */
const fileName = (id: string) => id.replaceAll(/[^\w.-]/g, '');
