import { actorOf } from '../../../platform/audit/actor-of.ts';
import { matterConsoleCalls } from '../../../../contract/console/matters.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { serving, type SignedInStaff } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { EnrolmentServices } from '../../services.ts';
import { decideMatter, type Decision } from './decide-matter.ts';
import { showMatter } from './show-matter.ts';

interface Asked {
  staff: SignedInStaff;
  scope: StaffScope;
  params: { matterId: string };
  body: Decision;
}

/** Calls by which staff look into one matter and decide it. */
export function matterConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, matterConsoleCalls);

  const decide = async ({ staff, scope, params: { matterId: id }, body: decision }: Asked) => {
    const by = { scope, role: staff.role, actor: actorOf(staff), staffId: staff.id };
    await decideMatter(services, by, { id, decision });
    return { data: await showMatter(services, scope, id) };
  };

  serve('GET /console/api/matters/:matterId', async ({ scope, params }) => ({
    data: await showMatter(services, scope, params.matterId),
  }));
  serve('POST /console/api/matters/:matterId/decision', decide);
  serve('POST /console/api/matters/:matterId/money', decide);
}
