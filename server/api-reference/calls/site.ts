import { siteCalls } from '../../../contract/calls/site.ts';
import { describeCalls } from '../call-note.ts';
import { member, plan, sessionData, site, visit } from '../example-objects.ts';

export const siteReference = describeCalls(siteCalls, {
  title: 'Site',
  about: 'What any visitor may know of a site: its plans, fields, gated addresses, ways to sign in and branding.',
  notes: {
    'GET /app': {
      summary: 'Read the site',
      example: { answer: { data: site } },
    },
    'GET /app/plans/:planId': {
      summary: 'Read one plan',
      example: { params: { planId: 'pln_demo_maker' }, answer: { data: plan } },
    },
    'POST /app-member': {
      summary: 'Read the site and the current member',
      about:
        'The member is null for visitors and for a session that has ended. With `trackPageView` the visit is counted as by `POST /page-view`. `email` and `password`, which some clients copy beside `data`, are not looked at.',
      example: {
        body: { data: { trackPageView: true, sessionData: visit } },
        answer: { data: { app: site, member, sessionData } },
      },
    },
    'GET /app-member': {
      summary: 'Read both, as older clients ask',
      about: 'The same with its questions in the address.',
      example: { query: { trackPageView: 'false' }, answer: { data: { app: site, member, sessionData } } },
    },
  },
});
