import type { Messages } from './messages.ts';

/** The way back from the card page, and the receipt. */
export const paymentMessages = {
  paid: { title: 'Payment Successful', text: 'Your receipt is on this page.', kind: 'success' },
  lookingUp: {
    title: 'Looking up your payment',
    text: 'There is nothing you need to do. Please do not pay again.',
  },
  /** What became of the seat that was held. */
  startedOver: { title: 'Started over', text: 'Nothing was charged, and no seat is held for you now.', kind: 'info' },
  /** While a bank settles the payment. */
  processingSeat: {
    kept: 'Your seat is kept for you in the meantime.',
    none: 'The time for which we held your seat had run out. You get a seat if one is free when the payment arrives; if not, you can choose another cohort, or have all of your money back.',
    cancelled: 'We are sorry: this cohort does not take place. What arrives goes back to you at once.',
    moved:
      'We are sorry: the dates of this cohort were changed, and the time to agree is over. What arrives goes back to you at once.',
  },
  nothingFound: 'No payment data found. Please contact support if you completed a payment.',
  memberLost: 'User not found. Please contact support.',
  failed: 'There was an error processing your payment. Please contact support.',
  notChosen: 'This did not go through. Your money is safe; please try again.',
  /** Of a receipt that stays one: the seat is kept, a part of the money was to go back. */
  refundFailed: {
    title: 'A refund to your card did not go through',
    text: 'Our team has been told and writes to you to find another way. You need not do anything now.',
  },
  /** Of an intake without a date: the mail comes when staff set its first day (docs/running-in-production.md). */
  datesToCome: 'An advisor writes to you once the dates are set.',
  unreadable: 'N/A',
  seeMail: 'See confirmation email',
} satisfies Messages;
