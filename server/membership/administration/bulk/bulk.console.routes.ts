import { bulkConsoleCalls } from '../../../../contract/console/bulk.ts';
import { errors, type ErrorCode } from '../../../../contract/errors.ts';
import { transaction } from '../../../platform/database/database.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { exportList } from '../../../platform/lists/export-list.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import type { Services } from '../../services.ts';
import { administrationBy, recordMembersExport, requireSite } from '../console/member-scope.ts';
import { jobSource, resultSource } from './bulk-sources.store.ts';
import { cancelBulk, listOwnJobs, previewBulk, requireJob, showJob, startBulk, undoBulk } from './bulk.ts';

const messageOf = (code: string): string | null =>
  Object.hasOwn(errors, code) ? errors[code as ErrorCode].message : null;

/** Calls by which staff act on many members at once. */
export function bulkConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, bulkConsoleCalls);
  const { db } = services;

  serve('POST /console/api/sites/:siteId/bulk-jobs/preview', async ({ scope, params, body }) => {
    const found = await requireSite(services, scope, params.siteId);
    return { data: await previewBulk(services, found, body) };
  });
  serve('POST /console/api/sites/:siteId/bulk-jobs', async ({ staff, scope, params, body }) => {
    const found = await requireSite(services, scope, params.siteId);
    const by = administrationBy(staff, found.site, body.reason);
    return { data: await startBulk(services, found, by, body) };
  });
  serve('POST /console/api/sites/:siteId/bulk-deletions', async ({ staff, scope, params, body }) => {
    const found = await requireSite(services, scope, params.siteId);
    const { reason, members: expected, ...wish } = body;
    const by = administrationBy(staff, found.site, reason);
    return { data: await startBulk(services, found, by, { ...wish, expected, act: { kind: 'delete' } }) };
  });
  serve('GET /console/api/sites/:siteId/bulk-jobs', async ({ staff, scope, params, query }) => {
    const { site, members } = await requireSite(services, scope, params.siteId);
    const own = members.narrowed.length > 0 ? staff.id : undefined;
    return readList(
      db,
      jobSource(site.id, own, (jobs) => jobs.map((job) => showJob(job, site))),
      query,
    );
  });
  serve('GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId', async ({ staff, scope, params }) => {
    const found = await requireSite(services, scope, params.siteId);
    const job = await requireJob(services, found, { id: params.bulkJobId, staffId: staff.id });
    return { data: showJob(job, found.site) };
  });
  serve('GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId/results', async ({ staff, scope, params, query }) => {
    const found = await requireSite(services, scope, params.siteId);
    const { id } = await requireJob(services, found, { id: params.bulkJobId, staffId: staff.id });
    return readList(db, resultSource(found.members, id, messageOf), query);
  });
  serve('GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId/results.csv', async (request, reply) => {
    const { staff, scope, params, query } = request;
    const found = await requireSite(services, scope, params.siteId);
    const { id } = await requireJob(services, found, { id: params.bulkJobId, staffId: staff.id });
    const exported = { action: 'bulk.exported', subject: id, query } as const;
    await transaction(db, (tx) => recordMembersExport(tx, { staff, scope, ...found }, exported));
    return sendCsv(reply, `results-${id}.csv`, exportList(db, resultSource(found.members, id, messageOf), query));
  });
  serve('POST /console/api/sites/:siteId/bulk-jobs/:bulkJobId/cancel', async ({ staff, scope, params }) => {
    const found = await requireSite(services, scope, params.siteId);
    const job = await requireJob(services, found, { id: params.bulkJobId, staffId: staff.id });
    return { data: await cancelBulk(services, administrationBy(staff, found.site), job) };
  });
  serve('POST /console/api/sites/:siteId/bulk-jobs/:bulkJobId/undo', async ({ staff, scope, params, body }) => {
    const found = await requireSite(services, scope, params.siteId);
    const job = await requireJob(services, found, { id: params.bulkJobId, staffId: staff.id });
    const by = administrationBy(staff, found.site, body.reason);
    return { data: await undoBulk(services, by, { job, key: body.key }) };
  });
  serve('GET /console/api/own-bulk-jobs', async ({ staff, scope }) => ({
    data: await listOwnJobs(services, scope, staff.id),
  }));
}
