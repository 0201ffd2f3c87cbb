import { memberCareCalls } from '../../../../contract/console/member-care.ts';
import { requireFreshProof, serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { addNote, authorOf, changeNote, listNotes, removeNote } from '../../../platform/notes/notes.ts';
import type { Services } from '../../services.ts';
import { eraseMemberAs, explainErasure } from '../erase-member.ts';
import { notesOfMember } from '../notes/notes.ts';
import { removeFactorsAs } from '../remove-factors.ts';
import { liftSuspensionAs, suspendMemberAs } from '../suspension.ts';
import { createWithInvitation } from './create-member.ts';
import { administrationBy, requireMember, requireWholeSite } from './member-scope.ts';
import { showToStaff } from './shown-member.ts';

/** Calls by which staff make, suspend and erase members, let in who lost a phone, and keep notes. */
export function memberCareConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, memberCareCalls);
  const { db } = services;

  serve('POST /console/api/sites/:siteId/members', async (request) => {
    const { staff, scope, params, clientAddress } = request;
    const { reason, ...wish } = request.body;
    if (wish.verified) requireFreshProof(staff);
    const site = await requireWholeSite(services, scope, params.siteId);
    const made = await createWithInvitation(services, administrationBy(staff, site, reason), {
      ...wish,
      clientAddress,
    });
    const { memberId, mailAfterSeconds } = made;
    return { data: { member: await showToStaff(services, site, memberId), mailAfterSeconds } };
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/suspension', async ({ staff, scope, params, body }) => {
    const { site } = await requireMember(services, scope, params);
    const by = { ...administrationBy(staff, site), reason: body.reason };
    await suspendMemberAs(services, by, params.memberId);
    return { data: await showToStaff(services, site, params.memberId) };
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/suspension/lift', async ({ staff, scope, params, body }) => {
    const { site } = await requireMember(services, scope, params);
    await liftSuspensionAs(services, administrationBy(staff, site, body.reason), params.memberId);
    return { data: await showToStaff(services, site, params.memberId) };
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/second-factor/removal', async (request) => {
    const { staff, scope, params, body } = request;
    const { site } = await requireMember(services, scope, params);
    const by = { ...administrationBy(staff, site), reason: body.reason };
    await removeFactorsAs(services, by, params.memberId);
    return { data: await showToStaff(services, site, params.memberId) };
  });
  serve('GET /console/api/sites/:siteId/members/:memberId/erasure', async ({ scope, params }) => {
    const { site } = await requireMember(services, scope, params);
    return { data: await explainErasure(services, site.id, params.memberId) };
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/erasure', async ({ staff, scope, params, body }) => {
    const { site } = await requireMember(services, scope, params);
    const { memberId } = params;
    const by = administrationBy(staff, site, body.reason);
    return { data: { id: memberId, ...(await eraseMemberAs(services, by, { memberId, email: body.email })) } };
  });

  serve('GET /console/api/sites/:siteId/members/:memberId/notes', async ({ staff, scope, params, query }) => {
    await requireMember(services, scope, params);
    return listNotes(db, notesOfMember(params).place, authorOf(staff), query);
  });
  serve('POST /console/api/sites/:siteId/members/:memberId/notes', async ({ staff, scope, params, body }) => {
    await requireMember(services, scope, params);
    return { data: await addNote(db, notesOfMember(params), authorOf(staff), body.body) };
  });
  serve('PATCH /console/api/sites/:siteId/members/:memberId/notes/:noteId', async ({ staff, scope, params, body }) => {
    await requireMember(services, scope, params);
    return { data: await changeNote(db, notesOfMember(params), authorOf(staff), { id: params.noteId, ...body }) };
  });
  serve('DELETE /console/api/sites/:siteId/members/:memberId/notes/:noteId', async ({ staff, scope, params }) => {
    await requireMember(services, scope, params);
    await removeNote(db, notesOfMember(params), authorOf(staff), params.noteId);
    return { data: { id: params.noteId } };
  });
}
