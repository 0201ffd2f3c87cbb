import { administrationCalls } from '../../../contract/calls/administration.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { listMembers } from '../members/member-list.ts';
import type { Services } from '../services.ts';
import { listSessions, sessionToWire } from '../sessions/sessions.ts';
import { changeMemberAs, createMemberAs, deleteMemberAs, getMemberId, showMember } from './admin-members.ts';
import { endSessionsAs } from './member-sessions.ts';
import { addPlanAs, removePlanAs } from './member-plans.ts';
import { pageSize } from './page-size.ts';

/** Calls by which a site's own server lists, creates, changes and deletes its members. */
export function adminMemberRoutes(app: Http, services: Services): void {
  const serve = serving(app, administrationCalls);

  serve('GET /admin/members', async ({ administration: { site }, query }) => {
    const { members: data, ...page } = await listMembers(services, {
      siteId: site.id,
      after: query.after === undefined ? undefined : Number(query.after),
      limit: pageSize(query.first ?? query.limit),
      order: query.order === 'DESC' ? 'desc' : 'asc',
    });
    return { ...page, data };
  });
  serve('POST /admin/members', async ({ administration, body }) => ({
    data: await createMemberAs(services, administration, body),
  }));
  serve('GET /admin/members/:member', async ({ administration, params }) => {
    const memberId = await getMemberId(services, administration, params.member);
    return { data: await showMember(services, services.db, memberId) };
  });
  serve('PATCH /admin/members/:member', async ({ administration, params, body }) => {
    const memberId = await getMemberId(services, administration, params.member);
    return { data: await changeMemberAs(services, administration, { ...body, memberId }) };
  });
  serve('DELETE /admin/members/:member', async ({ administration, params }) => {
    const id = await getMemberId(services, administration, params.member);
    await deleteMemberAs(services, administration, id);
    return { data: { id } };
  });
}

/** Calls by which a site's own server lists and ends the sessions of its members. */
export function adminSessionRoutes(app: Http, services: Services): void {
  const serve = serving(app, administrationCalls);
  const { db } = services;

  serve('GET /admin/members/:member/sessions', async ({ administration, params }) => {
    const memberId = await getMemberId(services, administration, params.member);
    return { data: (await listSessions(db, memberId)).map(sessionToWire) };
  });
  serve('DELETE /admin/members/:member/sessions', async ({ administration, params }) => {
    const memberId = await getMemberId(services, administration, params.member);
    const { site, actor } = administration;
    return { data: { ended: await endSessionsAs(db, { siteId: site.id, actor, memberId }) } };
  });
  serve('DELETE /admin/members/:member/sessions/:id', async ({ administration, params }) => {
    const memberId = await getMemberId(services, administration, params.member);
    const { site, actor } = administration;
    await endSessionsAs(db, { siteId: site.id, actor, memberId, sessionId: params.id });
    return { data: { id: params.id } };
  });
}

/** Calls by which a site's own server gives and takes free plans. */
export function adminPlanRoutes(app: Http, services: Services): void {
  const serve = serving(app, administrationCalls);

  for (const [name, change] of [
    ['POST /admin/members/:member/add-plan', addPlanAs],
    ['POST /admin/members/:member/remove-plan', removePlanAs],
  ] as const)
    serve(name, async ({ administration, params, body }, reply) => {
      const memberId = await getMemberId(services, administration, params.member);
      await change(services, { ...administration, memberId, planId: body.planId });
      // The protocol answers in plain text here.
      return reply.type('text/plain; charset=utf-8').send('OK');
    });
}
