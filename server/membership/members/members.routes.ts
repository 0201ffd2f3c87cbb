import {
  CurrentMemberAnswer,
  DeleteMemberAnswer,
  MemberAnswer,
  MemberJsonAnswer,
  MemberJsonRequest,
  UpdateMemberRequest,
} from '../../../contract/members.ts';
import type { LimitRule } from '../../platform/http/limits.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { sessionCookie } from '../sign-in/session-cookie.ts';
import type { SiteScope } from '../site-scope.ts';
import { acceptFields } from './custom-fields.ts';
import { deleteMember } from './delete-member.ts';
import { readMemberJson, writeMemberJson } from './member-json.ts';
import { findMember, findWire, saveFields, toWire } from './members.ts';

/** More than anybody fills in. Each change may be told to ten webhooks and kept for a month. */
const changesPerMember: LimitRule = { name: 'member-change', points: 120, seconds: 600 };

export function memberRoutes(app: Http, services: Services, scope: SiteScope): void {
  /** Never refused for a session that has ended: clients would keep the dead token. */
  app.get('/member', { schema: { response: { 200: CurrentMemberAnswer } } }, async (request) => {
    const session = await scope.findSession(request);
    return { data: (session && (await findWire(services, services.db, session.memberId))) ?? null };
  });

  app.post('/member', { schema: { body: UpdateMemberRequest, response: { 200: MemberAnswer } } }, async (request) => {
    const { memberId } = await scope.requireMember(request);
    const member = await findMember(services, services.db, memberId);
    if (!member) throw new Refusal('member-not-found');
    const fields = acceptFields(request.site.fields, request.body.customFields, member.fields);
    await services.limits.take(changesPerMember, memberId);
    await saveFields(services, services.db, memberId, fields);
    return {
      data: await toWire(services, services.db, memberId),
      _internalUseOnly: { message: 'Your profile has been updated.' },
    };
  });
  app.delete('/member', { schema: { response: { 200: DeleteMemberAnswer } } }, async (request, reply) => {
    const { memberId } = await scope.requireMember(request);
    const { site } = request;
    if (!site.allowMemberSelfDelete)
      throw new Refusal('access-denied', { message: 'This site does not let members delete their own account.' });
    await deleteMember(services, { site, memberId });
    if (scope.isFromOwnPage(request)) reply.header('set-cookie', sessionCookie(services.appUrl, undefined));
    return { data: { id: memberId } };
  });

  app.get('/member/json', { schema: { response: { 200: MemberJsonAnswer } } }, async (request) => {
    const { memberId } = await scope.requireMember(request);
    return { data: await readMemberJson(services.db, memberId) };
  });

  app.post(
    '/member/json',
    { schema: { body: MemberJsonRequest, response: { 200: MemberJsonAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      return { data: await writeMemberJson(services, memberId, request.body.json) };
    },
  );
}
