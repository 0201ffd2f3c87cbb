import type { TestCardLabelKey } from './test-card-labels.ts';

/** The card provider's own test cards; no bank knows these numbers. */

export interface TestCard {
  /** As forms take it: without blanks. */
  number: string;
  /** How many digits at its end tell it from the others. */
  shown: number;
  name: TestCardLabelKey;
}

/** Always paid. */
export const mainNumber = '4242424242424242';

export const groups: { name: TestCardLabelKey; cards: TestCard[] }[] = [
  {
    name: 'test_successful_payments',
    cards: [
      { number: '4000056655665556', shown: 4, name: 'test_card_visa' },
      { number: '5555555555554444', shown: 4, name: 'test_card_mastercard' },
      { number: '378282246310005', shown: 5, name: 'test_card_amex' },
    ],
  },
  {
    name: 'test_declined_payments',
    cards: [
      { number: '4000000000000002', shown: 4, name: 'test_card_generic_decline' },
      { number: '4000000000009995', shown: 4, name: 'test_card_insufficient_funds' },
    ],
  },
];

/** Where the provider lists all of them. */
export const allCardsUrl = 'https://docs.stripe.com/testing#cards';
