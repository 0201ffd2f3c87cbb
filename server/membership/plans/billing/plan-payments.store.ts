import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { CheckoutTables } from '../checkouts/checkouts.store.ts';

const tables = (db: Database) => db.withTables<CheckoutTables>();

/** A payment to record. */
export interface NewPayment {
  providerPaymentId: string;
  checkoutId: string;
  amountCents: number;
  currency: string;
}

/** Records a payment. @returns false when it was recorded before */
export async function recordPayment(tx: Transaction, payment: NewPayment): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('plan_payment')
    .values({
      provider_payment_id: payment.providerPaymentId,
      checkout_id: payment.checkoutId,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      // Not `now()`: several payments of one transaction keep their order.
      received_at: sql<Date>`clock_timestamp()`,
      lost_in_part: false,
    })
    .onConflict((conflict) => conflict.column('provider_payment_id').doNothing())
    .returning('provider_payment_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The provider's id of a checkout's latest payment, which the plan rests upon. */
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

/**
 * Notes that a dispute took a part of a payment.
 *
 * @returns false where that was noted before, and for a payment from before migration 0083
 */
export async function markLostInPart(tx: Transaction, providerPaymentId: string): Promise<boolean> {
  const marked = await tables(tx)
    .updateTable('plan_payment')
    .set({ lost_in_part: true })
    .where('provider_payment_id', '=', providerPaymentId)
    .where('lost_in_part', '=', false)
    .returning('provider_payment_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Whether a dispute about a part of a payment is noted; null for one from before migration 0083. */
export async function isLostInPart(tx: Transaction, providerPaymentId: string): Promise<boolean | null> {
  const found = await tables(tx)
    .selectFrom('plan_payment')
    .select('lost_in_part')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
  return found?.lost_in_part ?? null;
}

/** The provider's ids of a checkout's payments, the earliest first, with whether each came after another checkout began. */
export function listPayments(
  db: Database,
  { checkoutId, beganId }: { checkoutId: string; beganId: string },
): Promise<{ id: string; isLater: boolean }[]> {
  return tables(db)
    .selectFrom('plan_payment as p')
    .innerJoin('plan_checkout as began', (join) => join.on('began.id', '=', beganId))
    .select(['p.provider_payment_id as id', sql<boolean>`p.received_at > began.created_at`.as('isLater')])
    .where('p.checkout_id', '=', checkoutId)
    .orderBy('p.received_at')
    .execute();
}

/** Those of the provider's payments that are recorded for a plan. */
export async function listRecorded(db: Database, providerPaymentIds: readonly string[]): Promise<string[]> {
  if (providerPaymentIds.length === 0) return [];
  const rows = await tables(db)
    .selectFrom('plan_payment')
    .select('provider_payment_id as id')
    .where('provider_payment_id', 'in', providerPaymentIds)
    .execute();
  return rows.map(({ id }) => id);
}

/** A logical clock for readings of the provider, taken before the request: a later reading wins over a stale one. */
export async function nextReading(db: Database): Promise<number> {
  const { rows } = await sql<{ reading: number }>`select nextval('card_reading')::float8 as reading`.execute(db);
  return rows[0]!.reading;
}
