import { planCalls } from '../../../contract/calls/plans.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { toWire } from '../members/members.ts';
import type { Services } from '../services.ts';
import { toApp } from '../sites/site.ts';
import { addFreePlan, removeFreePlan } from './grants/free-plans.ts';
import { findActivePlan } from './plans.ts';

/** Calls by which members take and give up free plans. */
export function planRoutes(app: Http, services: Services): void {
  const serve = serving(app, planCalls);

  serve('POST /member/plans/add', async ({ site, body: { planId }, signedIn: { memberId } }) => {
    await addFreePlan(services, { site, memberId, planId });
    return {
      data: {
        member: await toWire(services, services.db, memberId),
        redirect: findActivePlan(site, planId)?.redirects.afterSignup ?? '',
        app: toApp(site),
      },
    };
  });
  serve('POST /member/plans/remove', async ({ site, body: { planId }, signedIn: { memberId } }) => {
    await removeFreePlan(services, services.db, { site, memberId, planId });
    return { data: { member: await toWire(services, services.db, memberId) } };
  });
}
