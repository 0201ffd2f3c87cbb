import { defineCalls, type CallSubject } from '../call.ts';
import { AppMemberAnswer, AppMemberQuery, AppMemberRequest } from '../analytics.ts';
import { AppAnswer, AppQuery, PlanAnswer, PlanParams } from '../site.ts';
import { member, plan, sessionData, site, visit } from '../examples.ts';

/** The public facts of a site. */
export const siteCalls = defineCalls({
  'GET /app': {
    summary: 'Read the site',
    caller: 'visitor',
    query: AppQuery,
    answer: AppAnswer,
    example: { answer: { data: site } },
  },
  'GET /app/plans/:planId': {
    summary: 'Read one plan',
    caller: 'visitor',
    params: PlanParams,
    answer: PlanAnswer,
    refusals: ['plan-not-found'],
    example: { params: { planId: 'pln_demo_maker' }, answer: { data: plan } },
  },
  'POST /app-member': {
    summary: 'Read the site and the current member',
    about:
      'The member is null for visitors and for a session that has ended. With `trackPageView` the visit is counted as by `POST /page-view`. `email` and `password`, which some clients send beside `data`, are ignored.',
    caller: 'visitor',
    inView: true,
    body: AppMemberRequest,
    answer: AppMemberAnswer,
    example: {
      body: { data: { trackPageView: true, sessionData: visit } },
      answer: { data: { app: site, member, sessionData } },
    },
  },
  'GET /app-member': {
    summary: 'Read the site and the current member (older clients)',
    about: 'As `POST /app-member`, with its parameters in the query.',
    caller: 'visitor',
    query: AppMemberQuery,
    answer: AppMemberAnswer,
    example: { query: { trackPageView: 'false' }, answer: { data: { app: site, member, sessionData } } },
  },
});

/** What the API reference says of them. */
export const siteSubject: CallSubject = {
  title: 'Site',
  about: 'What every visitor may know of a site: plans, custom fields, content groups, log-in methods and branding.',
  calls: siteCalls,
};
