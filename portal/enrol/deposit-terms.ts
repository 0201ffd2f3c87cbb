import type { PriceBook } from '../../contract/cohorts.ts';

/**
 * How many months a deposit's balance takes at the lowest monthly payment, to the nearest month.
 *
 * @param prices amounts in cents
 */
export function monthsToPay({ listCents, depositCents, monthlyFromCents }: PriceBook): number {
  return Math.round((listCents - depositCents) / monthlyFromCents);
}
