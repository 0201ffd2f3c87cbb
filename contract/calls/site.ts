import { defineCalls } from '../call.ts';
import { AppMemberAnswer, AppMemberQuery, AppMemberRequest } from '../analytics.ts';
import { AppAnswer, AppQuery, PlanAnswer, PlanParams } from '../site.ts';

/** What any visitor may know of a site. */
export const siteCalls = defineCalls({
  'GET /app': {
    caller: 'visitor',
    query: AppQuery,
    answer: AppAnswer,
  },
  'GET /app/plans/:planId': {
    caller: 'visitor',
    params: PlanParams,
    answer: PlanAnswer,
    refusals: ['plan-not-found'],
  },
  'POST /app-member': {
    caller: 'visitor',
    body: AppMemberRequest,
    answer: AppMemberAnswer,
  },
  'GET /app-member': {
    caller: 'visitor',
    query: AppMemberQuery,
    answer: AppMemberAnswer,
  },
});
