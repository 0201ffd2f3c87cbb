import { defineCalls } from '../call.ts';

export const siteCalls = defineCalls({
  'GET /app': {
    caller: 'visitor',
    // SCHEMA server/membership/sites/sites.routes.ts { schema: { querystring: AppQuery, response: { 200: AppAnswer } } }
  },
  'GET /app/plans/:planId': {
    caller: 'visitor',
    // SCHEMA server/membership/sites/sites.routes.ts { schema: { params: PlanParams, response: { 200: PlanAnswer } } }
    refusals: ['plan-not-found'],
  },
  'POST /app-member': {
    caller: 'visitor',
    // SCHEMA server/membership/analytics/analytics.routes.ts { schema: { body: AppMemberRequest, ...appMember } }
  },
  'GET /app-member': {
    caller: 'visitor',
    // SCHEMA server/membership/analytics/analytics.routes.ts { schema: { querystring: AppMemberQuery, ...appMember } }
  },
});
