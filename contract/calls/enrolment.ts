import { defineCalls, writesPerMember, type LimitRule } from '../call.ts';
import { CatalogueAnswer } from '../cohorts.ts';
import {
  CheckoutAnswer,
  CheckoutRequest,
  ConfirmPaymentAnswer,
  ConfirmPaymentRequest,
  OrderAnswer,
  ResolveUnseatedRequest,
} from '../payments.ts';
import { EligibilityAnswer, EligibilityRequest, ResumeRequest, StageAnswer } from '../stage.ts';

/** Checkouts a member begins. */
export const checkoutsPerMember: LimitRule = { name: 'checkout', per: 'member', points: 10, seconds: 3_600 };
/** Asking about a payment reaches the card provider. */
export const confirmationsPerMember: LimitRule = { name: 'confirm-payment', per: 'member', points: 60, seconds: 60 };

/** The way from visitor to student: catalogue, eligibility, checkout and the order. */
export const enrolmentCalls = defineCalls({
  'GET /enrolment/catalogue': { caller: 'visitor', answer: CatalogueAnswer },
  'POST /enrolment/eligibility': {
    caller: 'member',
    limits: [writesPerMember],
    body: EligibilityRequest,
    answer: EligibilityAnswer,
    refusals: ['already-enrolled'],
  },
  'POST /enrolment/eligibility/retake': {
    caller: 'member',
    limits: [writesPerMember],
    answer: StageAnswer,
    refusals: ['already-enrolled'],
  },
  'POST /enrolment/eligibility/recheck': {
    caller: 'member',
    limits: [writesPerMember],
    answer: StageAnswer,
    refusals: ['already-enrolled'],
  },
  'POST /enrolment/resume': {
    caller: 'member',
    limits: [writesPerMember],
    body: ResumeRequest,
    answer: StageAnswer,
    refusals: ['eligibility-required'],
  },
  'POST /enrolment/checkout': {
    caller: 'member',
    body: CheckoutRequest,
    answer: CheckoutAnswer,
    refusals: [
      'acknowledgement-required',
      'eligibility-required',
      'already-enrolled',
      'payment-in-progress',
      'cohort-not-found',
      'cohort-not-open',
      'cohort-full',
      'email-unproved',
      'payment-provider-unavailable',
    ],
    limits: [checkoutsPerMember],
  },
  'POST /enrolment/checkout/cancel': {
    caller: 'member',
    limits: [writesPerMember],
    answer: OrderAnswer,
    refusals: ['payment-provider-unavailable'],
  },
  'POST /enrolment/payments/confirm': {
    caller: 'member',
    body: ConfirmPaymentRequest,
    answer: ConfirmPaymentAnswer,
    refusals: ['payment-not-found'],
    limits: [confirmationsPerMember],
  },
  'GET /enrolment/order': { caller: 'member', answer: OrderAnswer },
  'POST /enrolment/order/resolve': {
    caller: 'member',
    limits: [writesPerMember],
    body: ResolveUnseatedRequest,
    answer: OrderAnswer,
    refusals: [
      'order-not-unseated',
      'cohort-not-found',
      'cohort-not-open',
      'cohort-full',
      // A hold that gives way is ended at the provider first.
      'payment-provider-unavailable',
    ],
  },
});
