import { defineCalls, writesPerMember, type LimitRule } from '../call.ts';
import {
  AddPlanAnswer,
  AddPlanRequest,
  BillingPortalRequest,
  HostedPageAnswer,
  PlanCheckoutRequest,
  RemovePlanAnswer,
  RemovePlanRequest,
} from '../plans.ts';

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
  },
  'POST /member/plans/remove': {
    caller: 'member',
    limits: [writesPerMember],
    body: RemovePlanRequest,
    answer: RemovePlanAnswer,
    refusals: ['plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
  },
  'POST /member/plans/create-checkout-session': {
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
  },
  'POST /member/create-billing-portal-session': {
    caller: 'member',
    limits: [writesPerMember],
    body: BillingPortalRequest,
    answer: HostedPageAnswer,
    refusals: ['no-billing-account', 'url-not-allowed', 'payment-provider-unavailable'],
  },
});
