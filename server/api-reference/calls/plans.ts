import { planCalls } from '../../../contract/calls/plans.ts';
import { describeCalls } from '../call-note.ts';
import { member, site } from '../example-objects.ts';

export const planReference = describeCalls(planCalls, {
  title: 'Plans and payment',
  about:
    'A plan without prices is free and taken for the asking. All others are paid at the card provider, and given when the provider has said that they are paid, never by the page one comes back to.',
  notes: {
    'POST /member/plans/add': {
      summary: 'Take a free plan',
      about:
        'Plans that come along with this one, or make room for it, follow from the site’s settings. A plan for addresses of certain domains is for members who have proved theirs.',
      example: { body: { planId: 'pln_demo_free' }, answer: { data: { member, redirect: '/welcome', app: site } } },
    },
    'POST /member/plans/remove': {
      summary: 'Give up a free plan',
      about: 'What is paid for is ended in the billing portal; what comes with a team, by leaving the team.',
      example: { body: { planId: 'pln_demo_free' }, answer: { data: { member: { ...member, planConnections: [] } } } },
    },
    'POST /member/plans/create-checkout-session': {
      summary: 'Go to pay for a plan',
      about:
        'The amount follows from the price and from nothing else in the request. Addresses to return to belong to the site; one without a host is taken from the page the member comes from. `couponId` takes the id or the code of a coupon of the site; an empty one is none. `metadataForCheckout` goes with the payment: at most 45 pairs, keys of 1 to 40 letters, digits, blanks and `_ . : -`, values of at most 500 characters. Asking again for the same within a quarter of an hour gives the same page. What is bought is seen in the member’s plan connections, a moment after it is paid.',
      example: {
        body: {
          priceId: 'prc_demo_maker_monthly',
          couponId: 'WELCOME',
          metadataForCheckout: { campaign: 'open-evening' },
          success_url: '/welcome',
          cancel_url: '/plans',
          origin_url: 'http://localhost:5173/plans',
        },
        answer: { data: { url: '{intake}/dev/card/pay/cs_test_a1B2c3D4' } },
      },
    },
    'POST /member/create-billing-portal-session': {
      summary: 'Go to the billing portal',
      about:
        'The card provider’s page to end subscriptions, change cards and read invoices, for who has paid for a plan. `priceIds` and `configuration` are taken and not used.',
      example: {
        body: { return_url: '/account', origin_url: 'http://localhost:5173/account' },
        answer: { data: { url: '{intake}/dev/card/portal/bps_1a2B3c4D' } },
      },
    },
  },
});
