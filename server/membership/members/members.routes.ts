import { CurrentMemberAnswer, MemberAnswer, UpdateMemberRequest } from '../../../contract/members.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../site-scope.ts';
import { acceptFields } from './custom-fields.ts';
import { findWire, saveFields, toWire } from './members.ts';

export function memberRoutes(app: Http, services: Services, scope: SiteScope): void {
  /** Never refused for a session that has ended: clients would keep the dead token. */
  app.get('/member', { schema: { response: { 200: CurrentMemberAnswer } } }, async (request) => {
    const session = await scope.findSession(request);
    return { data: (session && (await findWire(services, services.db, session.memberId))) ?? null };
  });

  app.post('/member', { schema: { body: UpdateMemberRequest, response: { 200: MemberAnswer } } }, async (request) => {
    const { memberId } = await scope.requireMember(request);
    await saveFields(services, services.db, memberId, acceptFields(request.site.fields, request.body.customFields));
    return {
      data: await toWire(services, services.db, memberId),
      _internalUseOnly: { message: 'Your profile has been updated.' },
    };
  });
}
