import { sql } from 'kysely';
import type { ProviderCheckout } from '../../platform/cards/card-checkouts.ts';
import type { ProviderRefund } from '../../platform/cards/card-payments.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { pageSize, readPages } from '../../platform/database/pages.ts';
import { newId } from '../../platform/keys.ts';
import type { OrderTables } from './orders.store.ts';

const tables = (db: Database) => db.withTables<OrderTables>();

/** Writes down money that came in. Returns false when it was known already. */
export async function recordPayment(tx: Transaction, orderId: string, checkout: ProviderCheckout): Promise<boolean> {
  if (!checkout.payment) return false;
  const inserted = await tables(tx)
    .insertInto('payment')
    .values({
      id: newId('pay_'),
      order_id: orderId,
      provider_payment_id: checkout.payment.id,
      session_id: checkout.id,
      amount_cents: checkout.amountCents,
      currency: checkout.currency,
    })
    .onConflict((conflict) => conflict.column('provider_payment_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function hasPayment(db: Database, providerPaymentId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('payment')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
  return found !== undefined;
}

export interface PaymentRecord {
  id: string;
  providerPaymentId: string;
  amountCents: number;
  /** What has not been paid back, and is not on its way back. */
  refundableCents: number;
}

export const listPayments = (db: Database, orderId: string): Promise<PaymentRecord[]> =>
  tables(db)
    .selectFrom('payment')
    .select([
      'id',
      'provider_payment_id as providerPaymentId',
      'amount_cents as amountCents',
      sql<number>`amount_cents - (select coalesce(sum(refund.amount_cents), 0)::int from refund
        where refund.payment_id = payment.id and refund.state in ('requested', 'pending', 'succeeded'))`.as(
        'refundableCents',
      ),
    ])
    .where('order_id', '=', orderId)
    .execute();

export interface RefundRecord {
  id: string;
  providerPaymentId: string;
  amountCents: number;
  state: OrderTables['refund']['state'];
  reason: string;
}

const selectRefunds = (db: Database) =>
  tables(db)
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select([
      'refund.id',
      'payment.provider_payment_id as providerPaymentId',
      'refund.amount_cents as amountCents',
      'refund.state',
      'refund.reason',
    ]);

export const findRefund = (db: Database, id: string): Promise<RefundRecord | undefined> =>
  selectRefunds(db).where('refund.id', '=', id).executeTakeFirst();

export const listRefundsOfOrder = (db: Database, orderId: string): Promise<RefundRecord[]> =>
  selectRefunds(db).where('payment.order_id', '=', orderId).execute();

/** Refunds that have not ended, untouched for a while. For reconciliation. */
export const listUnfinishedRefunds = (db: Database, idleSeconds: number): Promise<RefundRecord[]> =>
  selectRefunds(db)
    .where('refund.state', 'in', ['requested', 'pending'])
    .where('refund.updated_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .limit(200)
    .execute();

export interface NewRefund {
  paymentId: string;
  amountCents: number;
  source: 'automatic' | 'member';
  reason: string;
}

export async function insertRefund(tx: Transaction, refund: NewRefund): Promise<string> {
  const id = newId('rfd_');
  await tables(tx)
    .insertInto('refund')
    .values({
      id,
      payment_id: refund.paymentId,
      provider_refund_id: null,
      amount_cents: refund.amountCents,
      state: 'requested',
      source: refund.source,
      reason: refund.reason,
    })
    .execute();
  return id;
}

/** Writes down a refund as the provider sees it: one we asked for, known by our key, or one begun there. */
export async function upsertRefund(tx: Transaction, paymentId: string, refund: ProviderRefund): Promise<void> {
  const seen = {
    provider_refund_id: refund.id,
    state: refund.state,
    amount_cents: refund.amountCents,
    updated_at: sql<Date>`now()`,
  };
  const ours = refund.metadata['key'];
  if (ours) {
    const updated = await tables(tx)
      .updateTable('refund')
      .set(seen)
      .where('id', '=', ours)
      .where('payment_id', '=', paymentId)
      .returning('id')
      .executeTakeFirst();
    if (updated) return;
  }
  await tables(tx)
    .insertInto('refund')
    .values({ id: newId('rfd_'), payment_id: paymentId, source: 'provider', reason: 'begun-at-provider', ...seen })
    .onConflict((conflict) =>
      conflict.column('provider_refund_id').doUpdateSet({ state: refund.state, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Notes that the bank has taken a payment back for good. */
export async function markDisputeLost(tx: Transaction, paymentId: string): Promise<void> {
  await tables(tx).updateTable('payment').set({ dispute_lost: true }).where('id', '=', paymentId).execute();
}

/**
 * The provider's ids of payments that left their order ended with no word of why: no refund is known, nor a lost
 * dispute. A process of a version that did not note disputes leaves them so. Oldest first, to the end.
 */
export const readUnexplainedReturns = (db: Database): AsyncGenerator<string> =>
  readPages((last) => listUnexplainedReturns(db, last));

/** @param after the last payment of the page before, by the provider's id */
async function listUnexplainedReturns(db: Database, after: string | undefined): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('payment as p')
    .innerJoin('enrolment_order as o', 'o.id', 'p.order_id')
    .select('p.provider_payment_id as id')
    .where('o.state', '=', 'refunded')
    .where('p.dispute_lost', '=', false)
    .where(
      sql<boolean>`not exists (select from refund r join payment other on other.id = r.payment_id
        where other.order_id = o.id)`,
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(p.received_at, p.id) > (select received_at, id from payment where provider_payment_id = ${after})`,
      ),
    )
    .orderBy('p.received_at')
    .orderBy('p.id')
    .limit(pageSize)
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes that the provider will not pay this back. */
export async function markRefundFailed(db: Database, id: string): Promise<void> {
  await tables(db)
    .updateTable('refund')
    .set({ state: 'failed', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}
