/** The texts of the test card dialog, by keys as in `labels`. */
export const testCardLabels = {
  test_card_title: 'Copy Stripe Test Card',
  test_card_subtitle: 'Test mode only. Live members will never see this modal.',
  test_card_video: 'Film without sound: a test card is copied, pasted into the checkout, and the payment goes through.',
  test_card_pause: 'Pause the film',
  test_card_play: 'Play the film',
  test_card_copy_button: 'Copy Stripe Test Card',
  test_card_copied_button: 'Copied Stripe Test Card',
  test_card_others: 'Other test cards',
  test_successful_payments: 'Successful payments',
  test_card_visa: 'Visa Debit',
  test_card_mastercard: 'Mastercard',
  test_card_amex: 'American Express',
  test_declined_payments: 'Declined payments',
  test_card_generic_decline: 'Generic decline',
  test_card_insufficient_funds: 'Insufficient funds',
  test_card_not_copied: 'Your browser lets no page copy here. Please copy the number yourself:',
  test_card_number: 'Number of the test card',
  test_card_instructions: 'Paste the card number on the next screen, with any CVC, any future expiry date and any ZIP.',
  test_card_alternatives: 'All test cards of the card provider',
  test_card_continue: 'Continue to Test Checkout',
  test_card_no_price: 'Nothing to pay for has been chosen on this page yet.',
};

export type TestCardLabelKey = keyof typeof testCardLabels;
