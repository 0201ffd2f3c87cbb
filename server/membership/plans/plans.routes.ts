import { AddPlanAnswer, AddPlanRequest, RemovePlanAnswer, RemovePlanRequest } from '../../../contract/plans.ts';
import type { Http } from '../../platform/http/typed.ts';
import { toWire } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../site-scope.ts';
import { toApp } from '../sites/site.ts';
import { addFreePlan, removeFreePlan } from './free-plans.ts';
import { findActivePlan } from './plans.ts';

/** Plans a member takes and gives up by themself. */
export function planRoutes(app: Http, services: Services, scope: SiteScope): void {
  app.post(
    '/member/plans/add',
    { schema: { body: AddPlanRequest, response: { 200: AddPlanAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const { site, body } = request;
      await addFreePlan(services, { site, memberId, planId: body.planId });
      return {
        data: {
          member: await toWire(services, services.db, memberId),
          redirect: findActivePlan(site, body.planId)?.redirects.afterSignup ?? '',
          app: toApp(site),
        },
      };
    },
  );

  app.post(
    '/member/plans/remove',
    { schema: { body: RemovePlanRequest, response: { 200: RemovePlanAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      await removeFreePlan(services, { site: request.site, memberId, planId: request.body.planId });
      return { data: { member: await toWire(services, services.db, memberId) } };
    },
  );
}
