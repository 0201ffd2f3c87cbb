/** "NZ$12,375.00"; @param amount in the currency's smallest unit, as the wire counts */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** "NZ$12,375.00 NZD": where money is asked for, the currency is never left to the sign. */
export const formatMoneyWithCode = (amount: number, currency: string): string =>
  `${formatMoney(amount, currency)} ${currency.toUpperCase()}`;
