import { behaviourOf, type CardBehaviour } from './test-cards.ts';
import type { ForcedPayment, Settlement } from '../wire/objects.ts';
import type { Decline } from '../wire/payment-outcomes.ts';

/** The bank's decision on one payment. */
export type Verdict =
  | { answer: 'paid'; refunds?: CardBehaviour['refunds'] }
  | { answer: 'settles'; end: Settlement }
  | { answer: 'confirm' }
  | { answer: 'declined'; because: Decline };

/** The cardholder's presence: on the page, authenticated (3-D Secure), or off-session, as at a renewal. */
export type Cardholder = 'present' | 'confirmed' | 'absent';

/**
 * The decision of a test card's bank.
 *
 * @param asked.amount in the currency's smallest unit; 0 when a card is only to be kept
 */
export function judgeCard(number: string, asked: { amount: number; cardholder: Cardholder }): Verdict {
  const { outcome, confirms, decline, isKeptFirst, refunds } = behaviourOf(number);
  if (mustConfirm(confirms, asked.cardholder)) return { answer: 'confirm' };
  if (decline && !(isKeptFirst && asked.amount === 0)) return { answer: 'declined', because: decline };
  if (outcome === 'settles' || outcome === 'settles-not')
    return { answer: 'settles', end: outcome === 'settles' ? 'succeeds' : 'fails' };
  return { answer: 'paid', refunds };
}

/** A card that confirms once did so before it was kept. */
const mustConfirm = (confirms: CardBehaviour['confirms'], cardholder: Cardholder) =>
  (cardholder === 'present' && confirms !== undefined) || (cardholder === 'absent' && confirms === 'always');

/** The decision forced on the tool page, instead of the card's. */
export const forcedVerdict = (forced: ForcedPayment): Verdict =>
  forced === 'needs-action'
    ? { answer: 'confirm' }
    : {
        answer: 'declined',
        because: {
          code: 'card_declined',
          declineCode: 'insufficient_funds',
          message: 'Your card has insufficient funds.',
        },
      };

/** The payer did not confirm: the message for the payer, and the code for programs. */
export const notConfirmed: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: 'authentication_required',
  message: 'Your bank could not confirm that it is you. Try again or use another card.',
};
