import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { CheckoutTables } from '../checkouts/checkouts.store.ts';

const tables = (db: Database) => db.withTables<CheckoutTables>();

export interface NewPayment {
  providerPaymentId: string;
  checkoutId: string;
  amountCents: number;
  currency: string;
}

/** Writes down money that came in. Returns false when it was known already. */
export async function recordPayment(tx: Transaction, payment: NewPayment): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('plan_payment')
    .values({
      provider_payment_id: payment.providerPaymentId,
      checkout_id: payment.checkoutId,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      // Several may be written down at once; the last is the latest.
      received_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.column('provider_payment_id').doNothing())
    .returning('provider_payment_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The provider's id of the latest money that came in for a checkout: what the plan rests upon at present. */
export async function findLastPayment(db: Database, checkoutId: string): Promise<string | undefined> {
  const last = await tables(db)
    .selectFrom('plan_payment')
    .select('provider_payment_id')
    .where('checkout_id', '=', checkoutId)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.provider_payment_id;
}

/** A number that orders what is read from the provider: take it before asking. */
export async function nextReading(db: Database): Promise<number> {
  const { rows } = await sql<{ reading: number }>`select nextval('card_reading')::float8 as reading`.execute(db);
  return rows[0]!.reading;
}
