import { memberConsoleCalls } from '../../../../contract/console/members.ts';
import { requireFreshProof, serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { Services } from '../../services.ts';
import { changeMemberAs } from '../admin-members.ts';
import { addPlanAs, removePlanAs } from '../member-plans.ts';
import { endSessionsAs } from '../member-sessions.ts';
import { sendResetAs } from '../send-reset.ts';
import { administrationBy, requireMember } from './member-scope.ts';
import { showToStaff } from './shown-member.ts';

/** Calls by which staff change members: the rules are those of the site's own server (`/admin/*`). */
export function memberActConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, memberConsoleCalls);
  const { db } = services;

  serve('PATCH /console/api/sites/:siteId/members/:memberId', async ({ staff, scope, params, body }) => {
    const { site } = await requireMember(services, scope, params);
    const { reason, ...changes } = body;
    const { memberId } = params;
    // Pre-hijacking: the first proof by mail drops the password of the account's maker, and this does not.
    if (changes.verified) requireFreshProof(staff);
    await changeMemberAs(services, administrationBy(staff, site, reason), { ...changes, memberId });
    return { data: await showToStaff(services, site, memberId) };
  });
  serve('PUT /console/api/sites/:siteId/members/:memberId/email', async ({ staff, scope, params, body }) => {
    const { site } = await requireMember(services, scope, params);
    const { reason, ...change } = body;
    const { memberId } = params;
    await changeMemberAs(services, administrationBy(staff, site, reason), { ...change, memberId });
    return { data: await showToStaff(services, site, memberId) };
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/email/unproved', async (request) => {
    const { staff, scope, params, body } = request;
    const { site } = await requireMember(services, scope, params);
    const { version, reason } = body;
    const { memberId } = params;
    await changeMemberAs(services, administrationBy(staff, site, reason), { version, memberId, verified: false });
    return { data: await showToStaff(services, site, memberId) };
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/plans', async ({ staff, scope, params, body }) => {
    const { site } = await requireMember(services, scope, params);
    const { memberId } = params;
    await addPlanAs(services, { ...administrationBy(staff, site, body.reason), memberId, planId: body.planId });
    return { data: await showToStaff(services, site, memberId) };
  });
  serve('DELETE /console/api/sites/:siteId/members/:memberId/plans/:planId', async ({ staff, scope, params }) => {
    const { site } = await requireMember(services, scope, params);
    const { memberId, planId } = params;
    await removePlanAs(services, { ...administrationBy(staff, site), memberId, planId });
    return { data: await showToStaff(services, site, memberId) };
  });
  serve('DELETE /console/api/sites/:siteId/members/:memberId/sessions', async ({ staff, scope, params }) => {
    const { site } = await requireMember(services, scope, params);
    const { site: _, ...by } = administrationBy(staff, site);
    return { data: { ended: await endSessionsAs(db, { ...by, siteId: site.id, memberId: params.memberId }) } };
  });
  serve('DELETE /console/api/sites/:siteId/members/:memberId/sessions/:sessionId', async ({ staff, scope, params }) => {
    const { site } = await requireMember(services, scope, params);
    const { site: _, ...by } = administrationBy(staff, site);
    const { memberId, sessionId } = params;
    await endSessionsAs(db, { ...by, siteId: site.id, memberId, sessionId });
    return { data: { id: sessionId } };
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/password-reset', async (request) => {
    const { staff, scope, params, clientAddress } = request;
    const { site } = await requireMember(services, scope, params);
    const administration = administrationBy(staff, site);
    return { data: await sendResetAs(services, administration, { memberId: params.memberId, clientAddress }) };
  });
}
