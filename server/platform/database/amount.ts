import { sql, type RawBuilder } from 'kysely';

/**
 * An amount as `formatInCurrency` writes it, "NZD 12,375.00", for statements that join amounts to other text.
 *
 * @param currency column of the currency's code
 * @param cents column of the amount, in cents
 */
export const amountInCurrency = (currency: string, cents: string): RawBuilder<string> =>
  sql`${sql.ref(currency)} || ' ' || to_char(${sql.ref(cents)} / 100.0, 'FM999,999,999,990.00')`;
