import type { Charge, PaymentIntent } from './objects.ts';

/** Why a bank said no: the code for programs, the sentence for people. */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** How a bank debit ends that does not arrive. */
export const bankRefused: Decline = {
  code: 'payment_method_not_available',
  declineCode: 'insufficient_funds',
  message: 'The bank did not make this payment.',
};

const approved: Charge['outcome'] = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: 'Payment complete.',
  type: 'authorized',
};

const refusedByBank = (declineCode: string): Charge['outcome'] => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'declined_by_network',
  reason: declineCode,
  risk_level: 'normal',
  seller_message: 'The bank did not approve the payment.',
  type: 'issuer_declined',
});

export const paidCharge = (charge: Charge): Charge => ({
  ...charge,
  amount_captured: charge.amount,
  captured: true,
  outcome: approved,
  paid: true,
  status: 'succeeded',
});

export const paidIntent = (intent: PaymentIntent, charge: Charge): PaymentIntent => ({
  ...intent,
  amount_received: intent.amount,
  last_payment_error: null,
  latest_charge: charge.id,
  next_action: null,
  payment_method: charge.payment_method,
  status: 'succeeded',
});

export const failedCharge = (charge: Charge, { code, declineCode, message }: Decline): Charge => ({
  ...charge,
  failure_code: code,
  failure_message: message,
  outcome: refusedByBank(declineCode),
  status: 'failed',
});

export const failedIntent = (
  intent: PaymentIntent,
  charge: Charge,
  { code, declineCode, message }: Decline,
): PaymentIntent => ({
  ...intent,
  last_payment_error: { type: 'card_error', code, decline_code: declineCode, message, charge: charge.id },
  latest_charge: charge.id,
  next_action: null,
  payment_method: null,
  status: 'requires_payment_method',
});

/** The bank waits for the cardholder, at an address it gives. */
export const waitingIntent = (intent: PaymentIntent, card: { paymentMethod?: string }, url: string): PaymentIntent => ({
  ...intent,
  next_action: { redirect_to_url: { return_url: null, url }, type: 'redirect_to_url' },
  payment_method: card.paymentMethod ?? null,
  status: 'requires_action',
});

/** The money is on its way and may still not come. */
export const processingIntent = (intent: PaymentIntent, charge: Charge): PaymentIntent => ({
  ...intent,
  latest_charge: charge.id,
  next_action: null,
  payment_method: charge.payment_method,
  status: 'processing',
});

/** The cardholder did not confirm; no bank was asked for money. */
export const unconfirmedIntent = (intent: PaymentIntent, { code, message }: Decline): PaymentIntent => ({
  ...intent,
  last_payment_error: { type: 'invalid_request_error', code, message },
  next_action: null,
  payment_method: null,
  status: 'requires_payment_method',
});
