import type { EnrolmentCalls } from '../contract/calls/enrolment-calls.ts';
import type { CourseCode } from '../contract/courses.ts';
import type { EducationLevel } from '../contract/education-levels.ts';
import type { PartnerCode } from '../contract/partners.ts';
import type { PaymentType } from '../contract/payments.ts';
import { contentOf, createSend, type ClientOptions } from './request.ts';

export interface EligibilityAnswers {
  firstName: string;
  lastName: string;
  phone: string;
  course: CourseCode;
  educationLevel: EducationLevel;
}

export interface CheckoutChoice {
  partner: PartnerCode;
  cohortId: string;
  paymentType: PaymentType;
  /** The acknowledgement box of this payment type was ticked. */
  acknowledged: boolean;
}

export type UnseatedChoice = { choice: 'refund' } | { choice: 'cohort'; cohortId: string };

/**
 * The calls on the way from visitor to student.
 *
 * Every call answers with the content of `data` and throws `RequestError` when it did not succeed.
 * All but the catalogue need a member (`login-required`). Amounts are in cents.
 */
export function createEnrolmentClient(options: ClientOptions) {
  const send = createSend<EnrolmentCalls>(options);

  return {
    /** Has a code mailed to the member's own address, which proves it. Answers when it leaves, where it has to wait. */
    sendAddressCode: () => send('POST /member/verify-email/send'),

    /** Proves the member's own address. @throws RequestError `invalid-verification-code` */
    proveAddress: (code: string) => contentOf(send('POST /member/verify-email', { code })),

    /** Prices and cohorts, as anyone may see them. */
    getCatalogue: () => contentOf(send('GET /enrolment/catalogue')),

    /** Hands in the eligibility check; the service decides the outcome. */
    checkEligibility: (answers: EligibilityAnswers) => contentOf(send('POST /enrolment/eligibility', answers)),

    /** Takes an advisor outcome back, so that the check can be taken again. */
    retakeEligibility: () => contentOf(send('POST /enrolment/eligibility/retake')),

    /** Takes a pre-approval back to have it checked again. */
    recheckEligibility: () => contentOf(send('POST /enrolment/eligibility/recheck')),

    /** Lets a pre-approved member in whose stage has not followed yet. @throws RequestError `eligibility-required` at `enrol` */
    resume: (request: { at: 'load' | 'enrol' }) => contentOf(send('POST /enrolment/resume', request)),

    /** Holds a seat and opens the hosted checkout; go to `url`. @throws RequestError `cohort-full`, `cohort-not-open`, … */
    startCheckout: (choice: CheckoutChoice) => contentOf(send('POST /enrolment/checkout', choice)),

    /** Gives the held seat back. Answers with the order as it stands then, which may be paid after all. */
    cancelCheckout: () => contentOf(send('POST /enrolment/checkout/cancel')),

    /** Asks whether the checkout session was paid. Safe to repeat. @throws RequestError `payment-not-found` */
    confirmPayment: (sessionId: string) => contentOf(send('POST /enrolment/payments/confirm', { sessionId })),

    /** The member's newest order, or null. */
    getOrder: () => contentOf(send('GET /enrolment/order')),

    /** Decides what happens to money that found no seat. @throws RequestError `order-not-unseated`, `cohort-full` */
    resolveUnseated: (choice: UnseatedChoice) => contentOf(send('POST /enrolment/order/resolve', choice)),
  };
}
