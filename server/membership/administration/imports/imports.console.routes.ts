import { importConsoleCalls } from '../../../../contract/console/imports.ts';
import { importLimits } from '../../../../contract/console/imports-schemas.ts';
import { transaction } from '../../../platform/database/database.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import type { Services } from '../../services.ts';
import { administrationBy, requireWholeSite } from '../console/member-scope.ts';
import { savePart } from './import-file.ts';
import {
  applyImport,
  beginImport,
  cancelImport,
  checkImport,
  exportFaults,
  readUploaded,
  requireImport,
  showImport,
} from './imports.ts';
import { importSource } from './imports.store.ts';

/** Calls by which staff import members. A site's members as a whole: those of a partner are not made from a file. */
export function importConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, importConsoleCalls);
  const { db } = services;
  partRoutes(app, services);

  serve('GET /console/api/sites/:siteId/imports', async ({ scope, params, query }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    return readList(db, importSource(site.id), query);
  });
  serve('POST /console/api/sites/:siteId/imports', async ({ staff, scope, params, body }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    return { data: await beginImport(services, administrationBy(staff, site), body) };
  });
  serve('POST /console/api/sites/:siteId/imports/:importId/uploaded', async ({ scope, params }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    return { data: await readUploaded(services, site, params.importId) };
  });
  serve('GET /console/api/sites/:siteId/imports/:importId', async ({ scope, params }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    return { data: await showImport(db, site, await requireImport(services, site, params.importId)) };
  });
  serve('GET /console/api/sites/:siteId/imports/:importId/faults.csv', async ({ staff, scope, params }, reply) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    const found = await requireImport(services, site, params.importId);
    const { site: _, ...by } = administrationBy(staff, site);
    const act = { ...by, siteId: site.id, action: 'members.import-faults-exported', subject: found.id } as const;
    await transaction(db, (tx) => recordAct(tx, act));
    return sendCsv(reply, `faults-${found.id}.csv`, exportFaults(db, found));
  });
  serve('POST /console/api/sites/:siteId/imports/:importId/check', async ({ staff, scope, params, body }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    await requireImport(services, site, params.importId);
    const wish = { importId: params.importId, ...body };
    return { data: await checkImport(services, administrationBy(staff, site), wish) };
  });
  serve('POST /console/api/sites/:siteId/imports/:importId/apply', async ({ staff, scope, params, body }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    const { reason, ...wish } = body;
    const by = administrationBy(staff, site, reason);
    return { data: await applyImport(services, by, { importId: params.importId, ...wish }) };
  });
  serve('POST /console/api/sites/:siteId/imports/:importId/cancel', async ({ staff, scope, params }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    return { data: await cancelImport(services, administrationBy(staff, site), params.importId) };
  });
}

/** The call that takes bytes: nothing of a part that is too long is kept, and of one that says so nothing is read. */
function partRoutes(app: Http, services: Services): void {
  void app.register(async (uploads) => {
    uploads.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    serving(uploads, importConsoleCalls)(
      'PUT /console/api/sites/:siteId/imports/:importId/parts/:part',
      async ({ scope, params, body }) => {
        const site = await requireWholeSite(services, scope, params.siteId);
        const found = await requireImport(services, site, params.importId);
        if (found.state !== 'uploading' && found.state !== 'uploaded') throw new Refusal('import-not-ready');
        const bytes: unknown = body;
        if (!Buffer.isBuffer(bytes))
          throw new Refusal('unsupported-media-type', { message: 'Send the part of the file as text/csv.' });
        const part = Number(params.part);
        await savePart(services, found, { part, bytes });
        return { data: { part } };
      },
      { bodyLimit: importLimits.partBytes },
    );
  });
}
