import type { PriceBook } from '../../../contract/cohorts.ts';
import type { PaymentType } from '../../../contract/payments.ts';

/** The single source of prices for screen, checkout, receipt and record. Source: product specification. */
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
 * The amount due today, the balance that stays open and what is taken off, in cents; together they are the list price.
 * A deposit buys the course at its list price; what remains is arranged with an advisor.
 */
export function quote(paymentType: PaymentType): Quote {
  const { listCents, fullCents, fullSavingCents, depositCents } = priceBook;
  return paymentType === 'full'
    ? { amountCents: fullCents, balanceCents: 0, discountCents: fullSavingCents }
    : { amountCents: depositCents, balanceCents: listCents - depositCents, discountCents: 0 };
}

interface Quote {
  amountCents: number;
  balanceCents: number;
  discountCents: number;
}
