import { viewCalls, viewsPerClient } from '../../../../contract/calls/views.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { toWire } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { SiteScope } from '../../sites/site-scope.ts';
import { endView, openView } from '../../views/views.ts';
import { memberName } from '../console/member-name.ts';

/** Calls by which a page opens and ends the view of staff who see as a member. */
export function viewRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, viewCalls);

  serve('POST /member-view', async ({ site, body, clientAddress }) => {
    await services.limits.take(viewsPerClient, clientAddress);
    const { memberId, ...view } = await openView(services, site.id, body.code);
    const { auth, customFields } = await toWire(services, services.db, memberId);
    return { data: { ...view, name: memberName(customFields) || auth.email } };
  });
  serve('DELETE /member-view', async (request) => {
    const token = scope.tokenOf(request);
    if (token !== undefined) await endView(services, request.site.id, token);
    return { data: { success: true as const } };
  });
}
