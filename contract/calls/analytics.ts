import { defineCalls } from '../call.ts';

export const analyticsCalls = defineCalls({
  'POST /page-view': {
    caller: 'visitor',
    // SCHEMA server/membership/analytics/analytics.routes.ts { schema: { body: PageViewRequest, response: { 200: PageViewAnswer } } }
  },
  'POST /event': {
    caller: 'visitor',
    // SCHEMA server/membership/analytics/analytics.routes.ts { schema: { body: EventRequest, response: { 200: EventAnswer } } }
  },
  'GET /admin/page-counts': {
    caller: 'server',
    // SCHEMA not found
  },
});
