import type { CallGroup } from '../call-note.ts';
import { plan, site } from '../example-objects.ts';

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
  },
};
