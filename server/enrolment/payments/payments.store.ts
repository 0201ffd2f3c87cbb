import { sql } from 'kysely';
import type { ProviderCheckout } from '../../platform/cards/card-checkouts.ts';
import type { ProviderRefund } from '../../platform/cards/card-payments.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { pageSize, readPages } from '../../platform/database/pages.ts';
import { newId } from '../../platform/keys.ts';
import { failedCents, refundableCents, returnedElsewhere, takenCents, triedAgain } from './payment-cents.store.ts';
import type { OrderTables } from './orders/orders.store.ts';
import { noteSettlement } from './refunds/settlements.store.ts';

export { returnedElsewhere, takenCents, triedAgain };

const tables = (db: Database) => db.withTables<OrderTables>();

/** Records a payment, idempotently. @returns false if it was recorded before */
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

/** Whether a payment of the provider is recorded. */
export async function hasPayment(db: Database, providerPaymentId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('payment')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A recorded payment. */
export interface PaymentRecord {
  id: string;
  providerPaymentId: string;
  amountCents: number;
  currency: string;
  /** Cents neither refunded, nor in a pending refund, nor taken back by the bank. */
  refundableCents: number;
  /** Of these, what refunds failed to pay back. */
  failedCents: number;
  receivedAt: Date;
  /** The bank has taken back all that was left. */
  isDisputeLost: boolean;
  /** What the bank has taken back where something was left. */
  lostCents: number;
}

/** The payments of an order, the oldest first. */
export const listPayments = (db: Database, orderId: string): Promise<PaymentRecord[]> =>
  tables(db)
    .selectFrom('payment as p')
    .select([
      'id',
      'provider_payment_id as providerPaymentId',
      'amount_cents as amountCents',
      'currency',
      'received_at as receivedAt',
      sql<boolean>`dispute_lost and dispute_part_cents is null`.as('isDisputeLost'),
      sql<number>`coalesce(dispute_part_cents, 0)`.as('lostCents'),
      refundableCents.as('refundableCents'),
      failedCents.as('failedCents'),
    ])
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .orderBy('id')
    .execute();

/** A recorded refund. */
export interface RefundRecord {
  id: string;
  providerPaymentId: string;
  amountCents: number;
  /** What is left of the payment after lost disputes and other refunds; of those not asked for yet, the earlier ones. */
  mostCents: number;
  /** What the bank has taken of the payment, as recorded. */
  lostCents: number;
  state: OrderTables['refund']['state'];
  source: OrderTables['refund']['source'];
  reason: string;
  /** The person on the staff who decided it, and why in their words; null for another source. */
  decidedBy: string | null;
  note: string | null;
  createdAt: Date;
}

const selectRefunds = (db: Database) =>
  tables(db)
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select([
      'refund.id',
      'payment.provider_payment_id as providerPaymentId',
      'refund.amount_cents as amountCents',
      sql<number>`(payment.amount_cents - coalesce(payment.dispute_part_cents, 0) - (
        select coalesce(sum(other.amount_cents), 0) from refund other
        where other.payment_id = payment.id and other.id <> refund.id and (other.state in ('pending', 'succeeded')
          or (other.state = 'requested' and (other.created_at, other.id) < (refund.created_at, refund.id)))))::int`.as(
        'mostCents',
      ),
      sql<number>`coalesce(payment.dispute_part_cents, 0)`.as('lostCents'),
      'refund.state',
      'refund.source',
      'refund.reason',
      'refund.decided_by as decidedBy',
      'refund.note',
      'refund.created_at as createdAt',
    ]);

/** A refund by our id. */
export const findRefund = (db: Database, id: string): Promise<RefundRecord | undefined> =>
  selectRefunds(db).where('refund.id', '=', id).executeTakeFirst();

/** All refunds of an order's payments, the oldest first. */
export const listRefundsOfOrder = (db: Database, orderId: string): Promise<RefundRecord[]> =>
  selectRefunds(db).where('payment.order_id', '=', orderId).orderBy('refund.created_at').orderBy('refund.id').execute();

/** Whether a press of staff has made its refund already. Requires the order's lock. */
export async function hasRequested(tx: Transaction, orderId: string, requestKey: string): Promise<boolean> {
  const found = await selectRefunds(tx)
    .where('payment.order_id', '=', orderId)
    .where('refund.request_key', '=', requestKey)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Unfinished refunds untouched for `idleSeconds`, those checked longest ago first, at most 200. For reconciliation. */
export const listUnfinishedRefunds = (db: Database, idleSeconds: number): Promise<RefundRecord[]> =>
  selectRefunds(db)
    // Literals, in the words of the index `refund_unfinished`.
    .where(sql<boolean>`refund.state in ('requested', 'pending')`)
    .where('refund.updated_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('refund.updated_at')
    .orderBy('refund.id')
    .limit(200)
    .execute();

/** Touches `updated_at` alone: round-robin, the next reconciliation begins with the refunds checked longest ago. */
export async function noteRefundLookedAt(db: Database, id: string): Promise<void> {
  await tables(db)
    .updateTable('refund')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** A refund to be requested. */
export interface NewRefund {
  paymentId: string;
  amountCents: number;
  source: 'automatic' | 'member' | 'staff';
  reason: string;
  /** Of a refund by staff. */
  staff?: RefundingStaff | undefined;
}

/** Who on the staff decided a refund, and why. */
export interface RefundingStaff {
  staffId: string;
  actor: string;
  note: string;
  /** Of the press at the desk. A matter is decided once. */
  requestKey?: string;
}

/**
 * Inserts a refund.
 *
 * @param state `succeeded` for one that was made by another way than the provider
 * @returns its id, the idempotency key at the provider
 */
export async function insertRefund(
  tx: Transaction,
  { staff, ...refund }: NewRefund,
  state: 'requested' | 'succeeded' = 'requested',
): Promise<string> {
  const id = newId('rfd_');
  await tables(tx)
    .insertInto('refund')
    .values({
      id,
      payment_id: refund.paymentId,
      provider_refund_id: null,
      amount_cents: refund.amountCents,
      state,
      source: refund.source,
      reason: refund.reason,
      ...(staff && {
        staff_id: staff.staffId,
        decided_by: staff.actor,
        note: staff.note,
        request_key: staff.requestKey ?? null,
      }),
    })
    .execute();
  await noteSettlement(tx, { refundId: id, was: undefined, is: state });
  return id;
}

/** How far a refund has come at the provider, which never moves one back. */
const progress: Record<RefundRecord['state'], number> = {
  requested: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
  canceled: 3,
};

/**
 * Records a refund in the provider's state: one we requested, matched by our key, or one begun at the provider, which tries
 * again what had failed where it is just as much. A stale answer, read before the one recorded last, changes nothing.
 * Requires the order's lock.
 */
export async function upsertRefund(
  tx: Transaction,
  { id: paymentId, failedCents: owedCents }: PaymentRecord,
  refund: ProviderRefund,
): Promise<void> {
  const before = await findSeenRefund(tx, paymentId, refund);
  // Without the provider's id it was never read there, so no answer about it is stale.
  if (before?.providerRefundId === refund.id && progress[refund.state] < progress[before.state]) return;
  const seen = {
    provider_refund_id: refund.id,
    state: refund.state,
    amount_cents: refund.amountCents,
    updated_at: sql<Date>`now()`,
  };
  const id = before?.id ?? newId('rfd_');
  // The reason that we sent is there where a restored database has forgotten its refund.
  const isAnotherTry = refund.amountCents === owedCents || refund.metadata['reason'] === triedAgain;
  if (before) await tables(tx).updateTable('refund').set(seen).where('id', '=', id).execute();
  else
    await tables(tx)
      .insertInto('refund')
      .values({
        id,
        payment_id: paymentId,
        source: 'provider',
        reason: isAnotherTry ? triedAgain : 'begun-at-provider',
        ...seen,
      })
      .execute();
  await noteSettlement(tx, { refundId: id, was: before?.state, is: refund.state });
}

async function findSeenRefund(
  tx: Transaction,
  paymentId: string,
  { id, metadata }: ProviderRefund,
): Promise<(Pick<RefundRecord, 'id' | 'state'> & { providerRefundId: string | null }) | undefined> {
  const key = metadata['key'];
  const refunds = tables(tx).selectFrom('refund').select(['id', 'state', 'provider_refund_id as providerRefundId']);
  const ours = key && (await refunds.where('id', '=', key).where('payment_id', '=', paymentId).executeTakeFirst());
  return ours || refunds.where('provider_refund_id', '=', id).executeTakeFirst();
}

/**
 * Records lost disputes: so many cents the bank has taken back for good. Keeps the first moment. What was all that was left
 * becomes a part once an earlier refund has come back.
 *
 * @returns whether that was all that was left of the payment; undefined if it was recorded before
 */
export async function markDisputeLost(
  tx: Transaction,
  paymentId: string,
  lostCents: number,
): Promise<'whole' | 'part' | undefined> {
  const isPart = sql<boolean>`${lostCents} < amount_cents - (select coalesce(sum(refund.amount_cents), 0) from refund
    where refund.payment_id = payment.id and refund.state = 'succeeded')`;
  const recorded = await tables(tx)
    .updateTable('payment')
    .set({
      dispute_lost: true,
      dispute_lost_at: sql<Date>`coalesce(dispute_lost_at, now())`,
      dispute_part_cents: sql<number | null>`case when ${isPart} then ${lostCents}::int end`,
      dispute_taken_cents: lostCents,
    })
    .where('id', '=', paymentId)
    .where(
      sql<boolean>`(not dispute_lost or coalesce(dispute_taken_cents, dispute_part_cents) < ${lostCents}
        or (dispute_part_cents is null and ${isPart}))`,
    )
    .returning('dispute_part_cents as partCents')
    .executeTakeFirst();
  return recorded && (recorded.partCents === null ? 'whole' : 'part');
}

/**
 * The provider's ids of payments of refunded orders with neither a refund nor a lost dispute on record, as versions
 * before disputes were recorded leave them. Oldest first, all pages.
 */
export const readUnexplainedReturns = (db: Database): AsyncGenerator<string> =>
  readPages((last) => listUnexplainedReturns(db, last));

/** @param after the last payment of the page before, by the provider's id */
async function listUnexplainedReturns(db: Database, after: string | undefined): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('payment as p')
    .innerJoin('enrolment_order as o', 'o.id', 'p.order_id')
    .select('p.provider_payment_id as id')
    // A literal, in the words of the index `enrolment_order_refunded`.
    .where(sql<boolean>`o.state = 'refunded'`)
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

/** Records that the provider refused this refund. */
export async function markRefundFailed(tx: Transaction, id: string): Promise<void> {
  await tables(tx)
    .updateTable('refund')
    .set({ state: 'failed', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}
