import type { PriceBook } from '../../../contract/cohorts.ts';
import type { PaymentType } from '../../../contract/payments.ts';

/** The one price book. Screen, checkout, receipt and record all take their amounts from here. Source: product specification. */
export const priceBook: PriceBook = {
  currency: 'NZD',
  listCents: 1_650_000,
  fullCents: 1_237_500,
  fullSavingCents: 412_500,
  fullDiscountPercent: 25,
  depositCents: 50_000,
  monthlyFromCents: 43_200,
};

/**
 * What an option asks for today and what it leaves open, in cents.
 * A deposit buys the course at its list price; what remains is arranged with an advisor.
 */
export function quote(paymentType: PaymentType): { amountCents: number; balanceCents: number } {
  return paymentType === 'full'
    ? { amountCents: priceBook.fullCents, balanceCents: 0 }
    : { amountCents: priceBook.depositCents, balanceCents: priceBook.listCents - priceBook.depositCents };
}
