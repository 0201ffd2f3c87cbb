import { defineCalls, writesPerMember, type CallSubject, type LimitRule } from '../call.ts';
import { CatalogueAnswer, CatalogueQuery } from '../cohorts.ts';
import {
  CheckoutAnswer,
  CheckoutRequest,
  ConfirmPaymentAnswer,
  ConfirmPaymentRequest,
  OrderAnswer,
  ResolveUnseatedRequest,
  RunChoiceRequest,
} from '../payments.ts';
import { EligibilityAnswer, EligibilityRequest, ResumeRequest, StageAnswer } from '../stage.ts';
import { examplePartner, order, student } from '../enrolment-examples.ts';

/** Checkouts a member begins. */
export const checkoutsPerMember: LimitRule = { name: 'checkout', per: 'member', points: 10, seconds: 3_600 };
/** Asking about a payment reaches the card provider. */
export const confirmationsPerMember: LimitRule = { name: 'confirm-payment', per: 'member', points: 60, seconds: 60 };

/** The way from visitor to student: catalogue, eligibility, checkout and the order. */
export const enrolmentCalls = defineCalls({
  'GET /enrolment/catalogue': {
    summary: 'Read prices and cohorts',
    about:
      'One price book for screen, checkout and receipt. A cohort may be for some partners alone: `partner` lists those for one partner’s students. `noClassOn` names the public holidays in its run. Seats are counted exactly only when few are left. Where none is free, `mayComeBack` says that some are only held while people pay.',
    caller: 'visitor',
    query: CatalogueQuery,
    answer: CatalogueAnswer,
    example: {
      answer: {
        data: {
          prices: {
            currency: 'NZD',
            listCents: 1_650_000,
            fullCents: 1_237_500,
            fullSavingCents: 412_500,
            fullDiscountPercent: 25,
            depositCents: 50_000,
            monthlyFromCents: 43_200,
          },
          cohorts: [
            {
              id: 'cyber-2027-02',
              course: 'cyber',
              name: 'Cyber Security (Full-Time)',
              mode: 'full-time',
              weeks: 12,
              startDate: '2027-02-01',
              endDate: '2027-04-25',
              schedule: 'Monday to Friday, 9:00 to 17:00',
              timeZone: 'Pacific/Auckland',
              state: 'open',
              closesAt: null,
              seats: { state: 'few', left: 3 },
            },
          ],
        },
      },
    },
  },
  'POST /enrolment/eligibility': {
    summary: 'Check eligibility',
    about: 'The outcome follows from the education level and is worked out here.',
    caller: 'member',
    limits: [writesPerMember],
    body: EligibilityRequest,
    answer: EligibilityAnswer,
    refusals: ['already-enrolled'],
    example: {
      body: {
        firstName: 'Ana',
        lastName: 'Silva',
        phone: '+64 21 000 003',
        course: 'cyber',
        educationLevel: 'level7',
      },
      answer: { data: { outcome: 'preapproved', member: student } },
    },
  },
  'POST /enrolment/eligibility/retake': {
    summary: 'Take the eligibility check again',
    caller: 'member',
    limits: [writesPerMember],
    answer: StageAnswer,
    refusals: ['already-enrolled'],
    example: { answer: { data: student } },
  },
  'POST /enrolment/eligibility/recheck': {
    summary: 'Go back to the eligibility check',
    caller: 'member',
    limits: [writesPerMember],
    answer: StageAnswer,
    refusals: ['already-enrolled'],
    example: { answer: { data: student } },
  },
  'POST /enrolment/resume': {
    summary: 'Go on where one left',
    caller: 'member',
    limits: [writesPerMember],
    body: ResumeRequest,
    answer: StageAnswer,
    refusals: ['eligibility-required'],
    example: { body: { at: 'enrol' }, answer: { data: student } },
  },
  'POST /enrolment/checkout': {
    summary: 'Hold a seat and go to pay',
    about:
      'Holds the seat for 30 minutes. Pressed again, it answers the checkout that is open already. While the address is not proved it is 10 minutes, not for the last places, and the seat goes to a proved address that wants it; `POST /member/verify-email/send` mails the code that proves it. A refusal leaves an earlier checkout and its seat as they were.',
    caller: 'member',
    body: CheckoutRequest,
    answer: CheckoutAnswer,
    refusals: [
      'acknowledgement-required',
      'eligibility-required',
      'already-enrolled',
      'payment-in-progress',
      'cohort-not-found',
      'cohort-elsewhere',
      'cohort-not-open',
      'cohort-moved',
      'price-changed',
      'cohort-full',
      'email-unproved',
      'payment-provider-unavailable',
    ],
    limits: [checkoutsPerMember],
    example: {
      body: { partner: examplePartner, cohortId: 'cyber-2027-02', paymentType: 'deposit', acknowledged: true },
      answer: {
        data: {
          orderId: order.id,
          url: 'https://checkout.example/c/pay/cs_test_a1B2c3D4',
          holdExpiresAt: '2026-11-21T03:34:05.000Z',
        },
      },
    },
  },
  'POST /enrolment/checkout/cancel': {
    summary: 'Let the held seat go',
    caller: 'member',
    limits: [writesPerMember],
    answer: OrderAnswer,
    refusals: ['payment-provider-unavailable'],
    example: { answer: { data: { ...order, state: 'cancelled', paidAt: null, paidCents: 0 } } },
  },
  'POST /enrolment/payments/confirm': {
    summary: 'Ask whether a payment has arrived',
    about: 'The answer is the card provider’s. Safe to repeat; until it is settled the order stays as it was.',
    caller: 'member',
    body: ConfirmPaymentRequest,
    answer: ConfirmPaymentAnswer,
    refusals: ['payment-not-found'],
    limits: [confirmationsPerMember],
    example: { body: { sessionId: order.sessionId }, answer: { data: { order, member: student } } },
  },
  'GET /enrolment/order': {
    summary: 'Read one’s order',
    about: 'Answers null while there is none.',
    caller: 'member',
    answer: OrderAnswer,
    example: { answer: { data: order } },
  },
  'POST /enrolment/order/resolve': {
    summary: 'Decide about a paid order without a seat',
    about:
      'A cohort with a free seat, the one that was paid for too, or the money back. Without a decision it is refunded by itself after 72 hours.',
    caller: 'member',
    limits: [writesPerMember],
    body: ResolveUnseatedRequest,
    answer: OrderAnswer,
    refusals: [
      'order-not-unseated',
      // All of the money is on its way back; the money back may be chosen all the same.
      'refund-under-way',
      'cohort-moved',
      'cohort-not-found',
      'cohort-elsewhere',
      'cohort-not-open',
      'cohort-full',
      // A hold that gives way is ended at the provider first.
      'payment-provider-unavailable',
    ],
    example: {
      body: { choice: 'refund' },
      answer: { data: { ...order, state: 'refunded', moneyBack: 'on-its-way' } },
    },
  },
  'POST /enrolment/order/run-choice': {
    summary: 'Choose instead of a cancelled or moved cohort',
    about:
      'Another cohort at the same price, whose seat is taken before the old one is given back, or the money back; of a moved cohort also the seat at its new first day. Until `chooseBy` of `cancelledRun` or `movedRun` of the order; what is not chosen by then is refunded by itself.',
    caller: 'member',
    limits: [writesPerMember],
    body: RunChoiceRequest,
    answer: OrderAnswer,
    refusals: [
      'run-not-cancelled',
      // All of the money is on its way back, as staff decided; the money back may be chosen all the same.
      'refund-under-way',
      'cohort-moved',
      'cohort-not-found',
      'cohort-elsewhere',
      'cohort-not-open',
      'cohort-full',
      // A hold that gives way is ended at the provider first.
      'payment-provider-unavailable',
    ],
    example: {
      body: { choice: 'cohort', cohortId: 'cyber-2027-03' },
      answer: { data: order },
    },
  },
});

/** What the API reference says of them. */
export const enrolmentSubject: CallSubject = {
  title: 'Enrolment',
  about: 'The way from visitor to student. These addresses exist for the portal’s own site, `app_enrolment`, alone.',
  publicKey: 'pk_sb_enrolment',
  calls: enrolmentCalls,
};
