import type { ProviderCheckout } from '../platform/cards/card-checkouts.ts';

/** A checkout as the provider describes it: paid, 12,375 NZD. */
export const buildProviderCheckout = (change: Partial<ProviderCheckout> = {}): ProviderCheckout => ({
  id: 'cs_1',
  status: 'complete',
  paymentStatus: 'paid',
  amountCents: 1_237_500,
  currency: 'NZD',
  reference: 'ord_1',
  url: null,
  live: false,
  createdAt: new Date(0),
  payment: { id: 'pi_1', state: 'succeeded', receivedCents: 1_237_500 },
  customerId: null,
  subscriptionId: null,
  ...change,
});
