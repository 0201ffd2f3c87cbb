import { newWireId, nowSeconds } from './ids.ts';
import type { PaidWith } from './card.ts';
import type { PaymentMethod } from './subscription-types.ts';

/** A card kept for a customer's later payments. */
export const makePaymentMethod = (customer: string, card: PaidWith): PaymentMethod => ({
  id: newWireId('pm_1'),
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: { address: null, email: card.email, name: card.name, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.expiryMonth,
    exp_year: card.expiryYear,
    fingerprint: null,
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: nowSeconds(),
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});
