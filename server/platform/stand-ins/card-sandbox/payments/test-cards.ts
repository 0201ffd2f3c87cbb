import type { Decline } from '../wire/payment-outcomes.ts';

/** What happens when a card is paid with. */
export interface CardBehaviour {
  number: string;
  /** As it stands beside the card on the pages. */
  label: string;
  outcome: 'paid' | 'declined' | 'settles' | 'settles-not';
  decline?: Decline;
  /** Whether the bank wants the cardholder to confirm: the first time a card is used, or every time. */
  confirms?: 'first' | 'always';
  /** A card that can be kept, and is declined whenever money is asked for. */
  isKeptFirst?: true;
  /** How a refund of this card's payment goes. */
  refunds?: 'pending-first' | 'fail-later';
}

const declined = (declineCode: string, message: string): Decline => ({ code: 'card_declined', declineCode, message });

/**
 * The provider's own test cards, and two of ours: `4000002500001001` stands for a bank payment that settles some
 * seconds later, `4000002500001002` for one that fails then.
 */
export const testCards: readonly CardBehaviour[] = [
  { number: '4242424242424242', label: 'Visa, paid at once', outcome: 'paid' },
  { number: '4000056655665556', label: 'Visa debit, paid at once', outcome: 'paid' },
  { number: '5555555555554444', label: 'Mastercard, paid at once', outcome: 'paid' },
  { number: '378282246310005', label: 'American Express, paid at once', outcome: 'paid' },
  {
    number: '4000000000000002',
    label: 'Declined',
    outcome: 'declined',
    decline: declined('generic_decline', 'Your card was declined.'),
  },
  {
    number: '4000000000009995',
    label: 'Not enough money',
    outcome: 'declined',
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  { number: '4000002500003155', label: 'Confirm once', outcome: 'paid', confirms: 'first' },
  { number: '4000002760003184', label: 'Confirm every payment', outcome: 'paid', confirms: 'always' },
  {
    number: '4000008400001629',
    label: 'Confirm, then declined',
    outcome: 'declined',
    confirms: 'always',
    decline: declined('generic_decline', 'Your card was declined.'),
  },
  {
    number: '4000000000000341',
    label: 'Can be kept for a trial, then declined',
    outcome: 'declined',
    isKeptFirst: true,
    decline: declined('generic_decline', 'Your card was declined.'),
  },
  { number: '4000002500001001', label: 'Bank, settles later', outcome: 'settles' },
  { number: '4000002500001002', label: 'Bank, fails later', outcome: 'settles-not' },
  { number: '4000000000007726', label: 'Paid; a refund is pending first', outcome: 'paid', refunds: 'pending-first' },
  { number: '4000000000005126', label: 'Paid; a refund fails later', outcome: 'paid', refunds: 'fail-later' },
];

/** The few that stand on the checkout page itself. */
export const suggestedCards = testCards.filter(({ number }) =>
  ['4242424242424242', '4000000000000002', '4000000000009995', '4000002500003155', '4000002500001001'].includes(number),
);

const realCard: Omit<CardBehaviour, 'number' | 'label'> = {
  outcome: 'declined',
  decline: declined(
    'live_mode_test_card',
    'Your card was declined. This is test mode: use one of the test cards, never a real one.',
  ),
};

/** A number that is no test card is refused, so that real card numbers are never typed here. */
export const behaviourOf = (number: string): Omit<CardBehaviour, 'number' | 'label'> =>
  testCards.find((card) => card.number === number) ?? realCard;
