import { limits } from '../../contract/limits.ts';
import type { Messages } from './messages.ts';
import { paymentMessages } from './payment.ts';

/** From pre-approved to the card page. */
export const enrolMessages = {
  checkFirst: { title: 'You need to complete the eligibility check first', kind: 'error' },
  stageNotSaved: { title: 'An error occurred while updating progress stage. Please try again.', kind: 'error' },
  selectionNotSaved: { title: 'An error occurred while saving selection. Please try again.', kind: 'error' },
  /** What is chosen without a connection. */
  keptOffline: {
    title: 'Your choice is kept',
    text: 'It is saved as soon as you are connected again, and you go on from there.',
  },
  cohortMissing: { title: 'Please Select a Cohort', text: 'Choose one of the intakes in the list.', kind: 'error' },
  notLoaded: 'We could not reach the service. What you have chosen so far is saved, and nothing was charged.',

  redirecting: { title: 'Redirecting to Payment', kind: 'info' },
  notReady: { title: "Please ensure you're logged in and have selected a cohort", kind: 'error' },
  cohortUnknown: { title: 'Selected cohort not found', kind: 'error' },
  redirectFailed: {
    title: 'Payment Error: There was an issue redirecting to payment. Please try again.',
    kind: 'error',
  },
  notRedirected: 'Failed to redirect to payment page',

  /** Why a press of a pay button led nowhere, where this page can answer it. */
  refusals: {
    'cohort-full': {
      title: 'This cohort is full',
      text: 'The last place was taken a moment ago. Nothing was charged. Please choose another cohort.',
    },
    'cohort-held': {
      title: 'The last place is held for somebody else at the moment',
      text: 'Nothing was charged. It comes back if they do not pay: look again in half an hour, or choose another cohort.',
    },
    'cohort-elsewhere': {
      title: 'This cohort is for students of another university',
      text: 'Nothing was charged. Please choose one of the cohorts in the list.',
    },
    'cohort-not-open': {
      title: 'This cohort is not open any more',
      text: 'Nothing was charged. Please choose another cohort.',
    },
    'cohort-moved': {
      title: 'This cohort starts on another day now',
      text: 'Nothing was charged. Its new dates stand in the list: please look at them, or choose another cohort.',
    },
    'price-changed': {
      title: 'The price has changed',
      text: 'Nothing was charged. The new price stands below: please look at it before you pay.',
    },
    'payment-in-progress': {
      title: 'A payment of yours is being confirmed',
      text: 'Please wait for it before you pay again, so that you do not pay twice.',
    },
    'too-many-requests': {
      title: 'Please wait before you go to the payment page again',
      text: 'Nothing was charged, and a place that is held for you stays held.',
    },
    offline: {
      title: 'The payment page cannot be reached while you are offline',
      text: 'Nothing was charged. Your choices and your tick stay here: press the button again once you are connected.',
    },
    unreachable: {
      title: 'The payment page cannot be reached at the moment',
      text: 'Nothing was charged, and your choices are saved. Please press the button again in a moment.',
    },
  },
  /** What paying for an intake without a date means. */
  noDateYet: {
    title: 'Your start has no date yet',
    text: `You are buying a place in the next intake of this course. ${paymentMessages.datesToCome} Until the date in that mail you can keep your place, take another cohort at the same price, or have all of your money back; without an answer the money goes back to you. To know your dates before you pay, choose a cohort that has them.`,
  },
  lastAttemptGone: {
    title: 'The cohort of your last attempt is not available any more',
    text: 'Nothing was charged. Please choose another one.',
  },
  /** Filled, closed or cancelled since it was chosen. */
  cohortGone: {
    title: 'The cohort you had chosen is not available any more',
    text: 'Please choose another one.',
  },
  /** The same while others are paying for its last places. */
  cohortHeld: {
    title: 'The last place of your cohort is held for somebody else at the moment',
    text: 'It comes back if they do not pay: look again in half an hour, or choose another cohort.',
  },
  /** In place of the steps, while money of this member is here or on its way. */
  paymentKnown: {
    processing: {
      title: 'Your bank is processing your payment',
      text: 'This can take up to 3 days. There is nothing you need to do. Please do not pay again.',
    },
    unseated: {
      title: 'You have paid, but the cohort filled up meanwhile',
      text: 'Your money is safe. Please choose what happens now: a cohort at the same price, or all of it back.',
    },
    refunding: {
      title: 'Your refund is under way',
      text: 'All of your payment goes back. Once it has gone, you can choose another cohort.',
    },
    review: {
      title: 'We are checking your payment',
      text: 'Your payment arrived, but it does not match your order. Our team is looking at it, and you need not pay again.',
    },
    paid: { title: 'We have your payment', text: 'There is nothing left to pay here.' },
  },
  /** An unproved address holds a place for a shorter time. */
  unproved: {
    title: 'Your email address is not confirmed yet',
    text: `You can pay all the same. But a place is then held for ${limits.unprovedHoldMinutes} minutes instead of ${limits.seatHoldMinutes}, and it goes to a student with a confirmed address if the cohort is full.`,
  },
  /** The last places of a cohort are for proved addresses alone. */
  unprovedAtLast: {
    title: 'Your email address is not confirmed yet',
    text: 'This cohort is almost full, and its last places are held for students with a confirmed address only. We ask for a mailed code before you pay.',
  },
  proved: { title: 'Your email address is confirmed', kind: 'success' },
  notProved: 'We could not reach the service. Please try again.',
  codeNotSent: 'We could not mail you a code. Please try again.',
  seatHeld: (time) => `Seat held until ${time}`,
  payToGoOn: 'You started to pay for this cohort. To go on, tick the box of a way to pay and press its button.',
} satisfies Messages;
