import { memberViewConsoleCalls } from '../../../../contract/console/member-views.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { Services } from '../../services.ts';
import { administrationBy, requireMember } from '../console/member-scope.ts';
import { beginViewAs } from './begin-view.ts';

/** The call by which staff begin to see as a member. */
export function viewConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, memberViewConsoleCalls);

  serve('POST /console/api/sites/:siteId/members/:memberId/views', async ({ staff, scope, params, body }) => {
    const { site } = await requireMember(services, scope, params);
    const { memberId } = params;
    const begun = await beginViewAs(services, administrationBy(staff, site), { ...body, memberId, staff });
    return { data: { ...begun, endsAt: begun.endsAt.toISOString(), isTold: site.tellMembersOfViews } };
  });
}
