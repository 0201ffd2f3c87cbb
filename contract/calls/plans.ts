import { defineCalls, writesPerMember, type CallSubject, type LimitRule } from '../call.ts';
import {
  AddPlanAnswer,
  AddPlanRequest,
  BillingPortalRequest,
  HostedPageAnswer,
  PlanCheckoutRequest,
  RemovePlanAnswer,
  RemovePlanRequest,
} from '../plans.ts';
import { member, site } from '../examples.ts';

/** Coupons one member may try: codes must not be found by enumeration. */
export const couponsPerMember: LimitRule = {
  name: 'plan-coupon',
  per: 'member',
  points: 30,
  of: 'coupons',
  seconds: 3_600,
};
/** Checkouts one member may begin. */
export const planCheckoutsPerMember: LimitRule = { name: 'plan-checkout', per: 'member', points: 10, seconds: 3_600 };

/** Plans a member takes, pays for and gives up. */
export const planCalls = defineCalls({
  'POST /member/plans/add': {
    summary: 'Add a free plan',
    about:
      'Plans that come along with this one, or make room for it, follow from the site’s settings. A plan for addresses of certain domains is for members who have proved theirs: where that alone is missing, `domain-not-permitted` has `lacksProof: true`.',
    caller: 'member',
    limits: [writesPerMember],
    body: AddPlanRequest,
    answer: AddPlanAnswer,
    refusals: [
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
    summary: 'Remove a free plan',
    about: 'A paid plan ends in the billing portal, a plan that comes with a team by leaving the team.',
    caller: 'member',
    limits: [writesPerMember],
    body: RemovePlanRequest,
    answer: RemovePlanAnswer,
    refusals: ['plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
    example: { body: { planId: 'pln_demo_free' }, answer: { data: { member: { ...member, planConnections: [] } } } },
  },
  'POST /member/plans/create-checkout-session': {
    summary: 'Create a checkout session',
    about:
      'Answers with the address of the card provider’s page; send the member there. They come back to `success_url` after paying and to `cancel_url` otherwise. Both have to be on an origin of the site; relative ones are resolved against `origin_url`, the page the member comes from, which is also used where one is left out. The amount is the one of the price. `couponId` takes the id or the code of a coupon of the site; an empty one is none. With `replacesSubscriptions` the member’s other subscriptions end once this price is paid, each with its period; a checkout that is not paid ends none. To another price of a plan that the member subscribes to, it changes: the days that are paid already are the new subscription’s trial. `metadataForCheckout` goes with the payment: at most 45 pairs, keys of 1 to 40 letters, digits, blanks and `_ . : -`, values of at most 500 characters. The same request within a quarter of an hour gets the same page. The plan appears in the member’s plan connections a moment after the payment.',
    caller: 'member',
    body: PlanCheckoutRequest,
    answer: HostedPageAnswer,
    refusals: [
      'price-no-longer-available',
      'coupon-not-found',
      'coupon-used-up',
      'payment-not-possible',
      'url-not-allowed',
      'plan-restricted-to-admin',
      'domain-not-permitted',
      'already-have-plan',
      'can-only-have-one-active-team',
      'plan-member-limit-reached',
      'payment-mode-differs',
      'payment-provider-unavailable',
    ],
    limits: [planCheckoutsPerMember, couponsPerMember],
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
    summary: 'Create a billing portal session',
    about:
      'Answers with the address of the card provider’s page on which members who have paid end subscriptions, change cards and read invoices. `priceIds` and `configuration` are accepted and ignored.',
    caller: 'member',
    limits: [writesPerMember],
    body: BillingPortalRequest,
    answer: HostedPageAnswer,
    refusals: ['no-billing-account', 'url-not-allowed', 'payment-provider-unavailable'],
    example: {
      body: { return_url: '/account', origin_url: 'http://localhost:5173/account' },
      answer: { data: { url: '{intake}/dev/card/portal/bps_1a2B3c4D' } },
    },
  },
});

/** What the API reference says of them. */
export const planSubject: CallSubject = {
  title: 'Plans and payment',
  about:
    'A plan without prices is free: the member adds it. Every other plan is paid on the card provider’s page and given when the provider confirms the payment; opening the return page gives nothing.',
  calls: planCalls,
};
