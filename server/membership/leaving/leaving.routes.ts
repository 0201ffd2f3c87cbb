import { memberCalls } from '../../../contract/calls/members.ts';
import { setCookie } from '../../platform/http/cookies.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordEvent } from '../../platform/security-events/record-event.ts';
import type { Services } from '../services.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';
import { requireRecentProof } from '../sessions/sessions.ts';
import type { SiteScope } from '../sites/site-scope.ts';
import { deleteMember } from './delete-member.ts';

/** The call by which members delete their own account. */
export function leavingRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, memberCalls);

  serve('DELETE /member', async (request, reply) => {
    const { site, signedIn: session } = request;
    const { memberId } = session;
    if (!site.allowMemberSelfDelete)
      throw new Refusal('access-denied', { message: 'This site does not let members delete their own account.' });
    requireRecentProof(session);
    await deleteMember(services, { site, memberId, session });
    recordEvent('account-deleted', { outcome: 'success' });
    if (scope.isFromOwnPage(request)) setCookie(reply, services.appUrl, sessionCookie(undefined));
    return { data: { id: memberId } };
  });
}
