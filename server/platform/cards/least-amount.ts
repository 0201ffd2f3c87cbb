/**
 * The least the card provider takes, in hundredths, where it is not 50: its table "Minimum and maximum charge amounts",
 * without currencies that have no cents.
 */
const others: Record<string, number> = {
  AED: 200,
  BGN: 100,
  CZK: 1_500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1_000,
};

/** @returns the least that can be paid by card, in cents */
export const leastCents = (currency: string): number => others[currency] ?? 50;
