import type { Catalogue } from '../contract/cohorts.ts';
import type { CourseCode } from '../contract/courses.ts';
import type { EducationLevel } from '../contract/education-levels.ts';
import type { LeadLink, LeadRequest } from '../contract/leads.ts';
import type { Member } from '../contract/members.ts';
import type { PartnerCode } from '../contract/partners.ts';
import type { Checkout, ConfirmedPayment, Order, PaymentType } from '../contract/payments.ts';
import type { ConsultationRequest, EnquiryReceipt, SupportRequest, WebinarChange } from '../contract/requests.ts';
import type { EligibilityOutcome } from '../contract/stage.ts';
import { createSend } from './request.ts';
import type { ClientOptions, MailAnswer } from './request.ts';

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
 * All but the catalogue and the lead form need a member (`login-required`). Amounts are in cents.
 */
export function createEnrolmentClient(options: ClientOptions) {
  const send = createSend(options);
  const call = async <Data>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Data> =>
    (await send<{ data: Data }>(method, path, body)).data;

  return {
    /** Has a code mailed to the member's own address, which proves it. Answers when it leaves, where it has to wait. */
    sendAddressCode: () => send<MailAnswer<{ success: true }>>('POST', '/member/verify-email/send'),

    /** Proves the member's own address. @throws RequestError `invalid-verification-code` */
    proveAddress: (code: string) => call<Member>('POST', '/member/verify-email', { code }),

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

    /** Asks for a course outline. The proof goes with the password of the same visit. */
    sendLead: (lead: LeadRequest) => call<{ proof: string }>('POST', '/enrolment/leads', lead),

    /** Chooses the password in the visit that asked. Log in with it next. @throws RequestError `lead-expired`, `invalid-password-…` */
    setLeadPassword: (choice: { proof: string; password: string }) =>
      call<{ success: true }>('POST', '/enrolment/leads/password', choice),

    /** Whose a mailed lead link is. @throws RequestError `invalid-lead-link` */
    openLeadLink: (link: string) => call<LeadLink>('POST', '/enrolment/leads/link', { link }),

    /** Chooses the password with a mailed lead link, once. @throws RequestError `invalid-lead-link`, `invalid-password-…` */
    setPasswordByLink: (choice: { link: string; password: string }) =>
      call<{ success: true }>('POST', '/enrolment/leads/link/password', choice),

    /** Asks for a talk with an advisor. @throws RequestError `date-in-past`, `too-many-requests` */
    requestConsultation: (request: ConsultationRequest) =>
      call<EnquiryReceipt>('POST', '/enrolment/consultations', request),

    /** Writes to support. @throws RequestError `too-many-requests` */
    requestSupport: (request: SupportRequest) => call<EnquiryReceipt>('POST', '/enrolment/support-requests', request),

    /** Registers for a webinar or unregisters; a mail with a calendar file follows. @throws RequestError `already-registered`, `webinar-over` */
    async changeWebinars(partner: PartnerCode, registeredWebinars: WebinarChange) {
      const body = { partner, registeredWebinars };
      const { data, mailed } = await send<{ data: Member; mailed: boolean }>('POST', '/enrolment/webinars', body);
      return { member: data, mailed };
    },
  };
}
