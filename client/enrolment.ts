import type { Catalogue } from '../contract/cohorts.ts';
import type { CourseCode } from '../contract/courses.ts';
import type { EducationLevel } from '../contract/education-levels.ts';
import type { Member } from '../contract/members.ts';
import type { PartnerCode } from '../contract/partners.ts';
import type { Checkout, ConfirmedPayment, Order, PaymentType } from '../contract/payments.ts';
import type { EligibilityOutcome } from '../contract/stage.ts';
import { createSend } from './request.ts';
import type { ClientOptions } from './request.ts';

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
  const send = createSend(options);
  const call = async <Data>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Data> =>
    (await send<{ data: Data }>(method, path, body)).data;

  return {
    /** Prices and cohorts, as anyone may see them. */
    getCatalogue: () => call<Catalogue>('GET', '/enrolment/catalogue'),

    /** Hands in the eligibility check; the service decides the outcome. */
    checkEligibility: (answers: EligibilityAnswers) =>
      call<{ outcome: EligibilityOutcome; member: Member }>('POST', '/enrolment/eligibility', answers),

    /** Takes an advisor outcome back, so that the check can be taken again. */
    retakeEligibility: () => call<Member>('POST', '/enrolment/eligibility/retake'),

    /** Takes a pre-approval back to have it checked again. */
    recheckEligibility: () => call<Member>('POST', '/enrolment/eligibility/recheck'),

    /** Lets a pre-approved member in whose stage has not followed yet. @throws RequestError `eligibility-required` at `enrol` */
    resume: (request: { at: 'load' | 'enrol' }) => call<Member>('POST', '/enrolment/resume', request),

    /** Holds a seat and opens the hosted checkout; go to `url`. @throws RequestError `cohort-full`, `cohort-not-open`, … */
    startCheckout: (choice: CheckoutChoice) => call<Checkout>('POST', '/enrolment/checkout', choice),

    /** Gives the held seat back. Answers with the order as it stands then, which may be paid after all. */
    cancelCheckout: () => call<Order | null>('POST', '/enrolment/checkout/cancel'),

    /** Asks whether the checkout session was paid. Safe to repeat. @throws RequestError `payment-not-found` */
    confirmPayment: (sessionId: string) => call<ConfirmedPayment>('POST', '/enrolment/payments/confirm', { sessionId }),

    /** The member's newest order, or null. */
    getOrder: () => call<Order | null>('GET', '/enrolment/order'),

    /** Decides what happens to money that found no seat. @throws RequestError `order-not-unseated`, `cohort-full` */
    resolveUnseated: (choice: UnseatedChoice) => call<Order | null>('POST', '/enrolment/order/resolve', choice),
  };
}
