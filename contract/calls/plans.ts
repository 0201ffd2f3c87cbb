import { defineCalls } from '../call.ts';

export const planCalls = defineCalls({
  'POST /member/plans/add': {
    caller: 'member',
    // SCHEMA server/membership/plans/plans.routes.ts { schema: { body: AddPlanRequest, response: { 200: AddPlanAnswer } } }
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
    // SCHEMA server/membership/plans/plans.routes.ts { schema: { body: RemovePlanRequest, response: { 200: RemovePlanAnswer } } }
    refusals: ['plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
  },
  'POST /member/plans/create-checkout-session': {
    caller: 'member',
    // SCHEMA server/membership/plans/billing.routes.ts { schema: { body: PlanCheckoutRequest, response: { 200: HostedPageAnswer } } }
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
  },
  'POST /member/create-billing-portal-session': {
    caller: 'member',
    // SCHEMA server/membership/plans/billing.routes.ts { schema: { body: BillingPortalRequest, response: { 200: HostedPageAnswer } } }
    refusals: ['no-billing-account', 'url-not-allowed', 'payment-provider-unavailable'],
  },
});
