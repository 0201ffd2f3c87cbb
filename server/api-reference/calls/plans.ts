import type { CallGroup } from '../call-note.ts';
import { member, site } from '../example-objects.ts';

export const planCalls: CallGroup = {
  title: 'Plans and payment',
  about:
    'A plan without prices is free and taken for the asking. All others are paid at the card provider, and given when the provider has said that they are paid, never by the page one comes back to.',
  calls: {
    'POST /member/plans/add': {
      summary: 'Take a free plan',
      about:
        'Plans that come along with this one, or make room for it, follow from the site’s settings. A plan for addresses of certain domains is for members who have proved theirs.',
      caller: 'member',
      errors: [
        'plan-not-found',
        'plan-not-free',
        'plan-restricted-to-admin',
        'domain-not-permitted',
        'already-have-plan',
        'can-only-have-one-active-team',
        'plan-member-limit-reached',
      ],
      example: { body: { planId: 'pln_demo_free' }, answer: { data: { member, redirect: '/welcome', app: site } } },
    },
    'POST /member/plans/remove': {
      summary: 'Give up a free plan',
      about: 'What is paid for is ended in the billing portal; what comes with a team, by leaving the team.',
      caller: 'member',
      errors: ['plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
      example: { body: { planId: 'pln_demo_free' }, answer: { data: { member: { ...member, planConnections: [] } } } },
    },
  },
};
