import type { CallGroup } from '../call-note.ts';
import { member, plan, sessionData, site, visit } from '../example-objects.ts';

export const siteCalls: CallGroup = {
  title: 'Site',
  about: 'What any visitor may know of a site: its plans, fields, gated addresses, ways to sign in and branding.',
  calls: {
    'GET /app': {
      summary: 'Read the site',
      caller: 'visitor',
      example: { answer: { data: site } },
    },
    'GET /app/plans/:planId': {
      summary: 'Read one plan',
      caller: 'visitor',
      errors: ['plan-not-found'],
      example: { params: { planId: 'pln_demo_maker' }, answer: { data: plan } },
    },
    'POST /app-member': {
      summary: 'Read the site and the current member',
      about:
        'The member is null for visitors and for a session that has ended. With `trackPageView` the visit is counted as by `POST /page-view`. `email` and `password`, which some clients copy beside `data`, are not looked at.',
      caller: 'visitor',
      example: {
        body: { data: { trackPageView: true, sessionData: visit } },
        answer: { data: { app: site, member, sessionData } },
      },
    },
    'GET /app-member': {
      summary: 'Read both, as older clients ask',
      about: 'The same with its questions in the address.',
      caller: 'visitor',
      example: { query: { trackPageView: 'false' }, answer: { data: { app: site, member, sessionData } } },
    },
  },
};
