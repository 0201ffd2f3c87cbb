import type { EnrolmentCalls } from '../contract/enrolment-calls.ts';
import type { PartnerCode } from '../shared/partners.ts';
import type { PaymentType } from '../contract/payments.ts';
import { contentOf, createSend, type ClientOptions } from './request.ts';

export interface CheckoutChoice {
  partner: PartnerCode;
  cohortId: string;
  paymentType: PaymentType;
  /** The acknowledgement box of this payment type was ticked. */
  acknowledged: boolean;
  /** The start of the cohort as the student has read it; another one is refused. */
  startDate?: string;
  /** What is due today as the student has read it; another amount is refused. */
  readAmountCents?: number;
}

/** Money back, or a cohort; one that starts on another day than was read is refused. */
export type UnseatedChoice = { choice: 'refund' } | { choice: 'cohort'; cohortId: string; startDate?: string };

/** With a seat of a cancelled or moved cohort; only one that was moved can be kept, at the start that was read. */
export type RunChoice = UnseatedChoice | { choice: 'keep'; startDate: string };

/** Checkout and what becomes of its money. Amounts are in cents; answers and refusals as in `createEnrolmentClient`. */
export function createPaymentClient(options: ClientOptions) {
  const send = createSend<EnrolmentCalls>(options);
  return {
    /** Mails the code that proves the member's own address. `mailAfterSeconds` where the mail is delayed. */
    sendAddressCode: () => send('POST /member/verify-email/send'),

    /** Proves the member's own address. */
    proveAddress: (code: string) => contentOf(send('POST /member/verify-email', { code })),

    /** Holds a seat and opens the hosted checkout; go to `url`. */
    startCheckout: (choice: CheckoutChoice) => contentOf(send('POST /enrolment/checkout', choice)),

    /** Gives the held seat back. Answers with the order as it stands then, which may be paid after all. */
    cancelCheckout: () => contentOf(send('POST /enrolment/checkout/cancel')),

    /** Asks whether the checkout session was paid. Idempotent. */
    confirmPayment: (sessionId: string) => contentOf(send('POST /enrolment/payments/confirm', { sessionId })),

    /** Decides what happens to money that found no seat. */
    resolveUnseated: (choice: UnseatedChoice) => contentOf(send('POST /enrolment/order/resolve', choice)),

    /** Decides what the member has instead of a cancelled cohort, or of one that was moved. */
    chooseInstead: (choice: RunChoice) => contentOf(send('POST /enrolment/order/run-choice', choice)),
  };
}
