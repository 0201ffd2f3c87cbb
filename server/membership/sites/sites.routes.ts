import { siteCalls } from '../../../contract/calls/site.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { appAsSeenBy } from './content-groups.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SiteScope } from './site-scope.ts';
import { toPlan, withSsoText } from './site.ts';

/** Cache lifetime in a visitor's browser; answers to members are not cached. */
const cacheSeconds = 60;
/** The request headers that the answer depends on. */
const varies = 'Origin, Authorization, Cookie, X-API-Key, X-App-ID';

/** Calls for the public facts of a site. */
export function siteRoutes(app: Http, { db }: Platform, scope: SiteScope): void {
  const serve = serving(app, siteCalls);

  serve('GET /app', async (request, reply) => {
    const session = await scope.findSession(request);
    if (!session) reply.headers({ 'cache-control': `private, max-age=${cacheSeconds}`, vary: varies });
    const seen = await appAsSeenBy(db, request.site, session?.memberId);
    return { data: withSsoText(seen, request.site, request.query.includeSSOText) };
  });

  serve('GET /app/plans/:planId', async ({ site, params }) => {
    const plan = site.plans.find((each) => each.id === params.planId);
    if (!plan) throw new Refusal('plan-not-found');
    return { data: toPlan(plan) };
  });
}
