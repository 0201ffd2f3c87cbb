import { memberConsoleCalls } from '../../../../contract/console/members.ts';
import { transaction } from '../../../platform/database/database.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { exportList } from '../../../platform/lists/export-list.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import type { Services } from '../../services.ts';
import { ordersInTimeline, recordMembersExport, requireMember, requireSite } from './member-scope.ts';
import { memberSource } from './member-source.store.ts';
import { showToStaff } from './shown-member.ts';
import { timelineSource } from './timeline.store.ts';

/** Calls by which staff find and read members. */
export function memberConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, memberConsoleCalls);
  const { db } = services;

  serve('GET /console/api/sites/:siteId/members', async ({ scope, params, query }) => {
    const { site, members } = await requireSite(services, scope, params.siteId);
    return readList(db, memberSource(site, members, query), query);
  });
  serve('GET /console/api/sites/:siteId/members.csv', async ({ staff, scope, params, query }, reply) => {
    const { site, members } = await requireSite(services, scope, params.siteId);
    const exported = { action: 'members.exported', subject: site.id, query } as const;
    await transaction(db, (tx) => recordMembersExport(tx, { staff, scope, site, members }, exported));
    return sendCsv(reply, `members-${site.id}.csv`, exportList(db, memberSource(site, members, query), query));
  });
  serve('GET /console/api/sites/:siteId/members/:memberId', async ({ scope, params }) => {
    const { site } = await requireMember(services, scope, params);
    return { data: await showToStaff(services, site, params.memberId) };
  });
  serve('GET /console/api/sites/:siteId/members/:memberId/timeline', async ({ staff, scope, params, query }) => {
    const { site } = await requireMember(services, scope, params);
    const { memberId } = params;
    const besides = ordersInTimeline(services, { staff, scope, siteId: site.id, memberId });
    return readList(db, timelineSource({ siteId: site.id, memberId, besides }), query);
  });
}
