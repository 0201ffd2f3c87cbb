import type { Charge, PaymentIntent } from './objects.ts';

/** Why a bank said no: the code for programs, the sentence for people. */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

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
  payment_method: null,
  status: 'requires_payment_method',
});
