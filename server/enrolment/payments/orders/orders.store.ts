import { sql, type ColumnType, type Generated } from 'kysely';
import type { RefundSource } from '../../../../contract/console/order-care-schemas.ts';
import type { CourseCode } from '../../../../shared/courses.ts';
import { orderStates, type OrderState, type PaymentType } from '../../../../contract/payments.ts';
import type { PartnerCode } from '../../../../shared/partners.ts';
import { travelMinutes } from '../../../platform/cards/session-minutes.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { createCommitCounter } from '../../../platform/metrics/commit-counter.ts';
import { makeMove } from '../../../platform/moves.ts';
import { failedCents } from '../payment-cents.store.ts';
import { openStates, orderMoves, standingStates, type RefundState } from './order-states.ts';

interface OrderColumns {
  id: string;
  reference: string;
  member_id: string;
  partner: PartnerCode;
  cohort_id: string;
  course: CourseCode;
  payment_type: PaymentType;
  currency: string;
  amount_cents: number;
  balance_cents: number;
  discount_cents: number;
  session_id: string | null;
  checkout_url: string | null;
  session_expires_at: Date;
  acknowledged_at: Date;
  paid_at: Date | null;
  refund_due_at: Date | null;
  known_moves: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export type OrderTables = {
  /** The type forbids an update of the state: `moveOrder` is its only writer. */
  enrolment_order: OrderColumns & { state: ColumnType<OrderState, 'draft', never> };
  payment: {
    id: string;
    order_id: string;
    provider_payment_id: string;
    session_id: string;
    amount_cents: number;
    currency: string;
    dispute_lost: Generated<boolean>;
    /** null in payments that were taken back before migration 0067. */
    dispute_lost_at: Generated<Date | null>;
    /** Of a dispute that was lost about a part of the payment. */
    dispute_part_cents: Generated<number | null>;
    /** Of lost disputes about a part or all that was left; null in payments that were taken back before migration 0083. */
    dispute_taken_cents: Generated<number | null>;
    received_at: Generated<Date>;
  };
  refund: {
    id: string;
    payment_id: string;
    provider_refund_id: string | null;
    amount_cents: number;
    state: RefundState;
    source: RefundSource;
    reason: string;
    staff_id: Generated<string | null>;
    decided_by: Generated<string | null>;
    note: Generated<string | null>;
    request_key: Generated<string | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  seat_claim: {
    order_id: string;
    state: 'live' | 'consumed' | 'released';
    expires_at: Date | null;
    gives_way: boolean;
  };
};

/** An order with what has come in and gone out for it. */
export interface OrderRecord {
  id: string;
  reference: string;
  memberId: string;
  partner: PartnerCode;
  cohortId: string;
  course: CourseCode;
  paymentType: PaymentType;
  currency: string;
  amountCents: number;
  balanceCents: number;
  /** What was taken off the course's price. */
  discountCents: number;
  state: OrderState;
  sessionId: string | null;
  checkoutUrl: string | null;
  sessionExpiresAt: Date;
  /** Whether the checkout has at least `reusableMinutes` left, by the database's clock. */
  hasTimeLeft: boolean;
  /** Whether the checkout has expired, by the database's clock. */
  isOver: boolean;
  /** Placed so recently that its checkout may still be in creation. */
  isYoung: boolean;
  createdAt: Date;
  acknowledgedAt: Date;
  paidAt: Date | null;
  refundDueAt: Date | null;
  paidCents: number;
  refundedCents: number;
  /** What refunds failed to pay back, and that was neither tried again nor paid another way. */
  failedCents: number;
  /** State of the newest refund; null where there is none. */
  lastRefund: RefundState | null;
  /** The bank has taken all that was left of a payment back for good. */
  isDisputeLost: boolean;
  /** Taken back by the bank of payments of which something was left. */
  lostCents: number;
  /** Until when the seat is held; null when no hold is live. */
  holdExpiresAt: Date | null;
  /** Whether that hold is given up to a member who has proved their address. */
  givesWay: boolean;
  /**
   * The start that the buyer chose, a day or a label, where the run was moved since and the buyer has not agreed to the new
   * one; null where they know the cohort's start.
   */
  movedFrom: string | null;
}

/** Minutes by which the hold outlives its checkout, so that the event of a last-second payment still finds the seat. */
export const graceMinutes = 5;

/** A checkout with fewer minutes left is replaced, so that a member who presses again gets the full time. */
const reusableMinutes = 25;
const youngSeconds = travelMinutes * 60;

const tables = (db: Database) => db.withTables<OrderTables>();

/** Orders `o` with all that a record has. */
export const selectOrders = (db: Database) =>
  tables(db)
    .selectFrom('enrolment_order as o')
    .select([
      'o.id',
      'o.reference',
      'o.member_id as memberId',
      'o.partner',
      'o.cohort_id as cohortId',
      'o.course',
      'o.payment_type as paymentType',
      'o.currency',
      'o.amount_cents as amountCents',
      'o.balance_cents as balanceCents',
      // 0 in orders in full from before migration 0038, and in those that a process of the release before placed after it.
      // These have had one price, off which this was taken; in literals, since the price book may change and they do not.
      sql<number>`case when o.discount_cents = 0 and o.payment_type = 'full' and o.amount_cents = 1237500
        then 412500 else o.discount_cents end`.as('discountCents'),
      'o.state',
      'o.session_id as sessionId',
      'o.checkout_url as checkoutUrl',
      'o.session_expires_at as sessionExpiresAt',
      sql<boolean>`o.session_expires_at > now() + make_interval(mins => ${reusableMinutes})`.as('hasTimeLeft'),
      sql<boolean>`o.session_expires_at <= now()`.as('isOver'),
      sql<boolean>`o.created_at > now() - make_interval(secs => ${youngSeconds})`.as('isYoung'),
      'o.created_at as createdAt',
      'o.acknowledged_at as acknowledgedAt',
      'o.paid_at as paidAt',
      'o.refund_due_at as refundDueAt',
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from payment where order_id = o.id)`.as('paidCents'),
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refund r join payment p on p.id = r.payment_id
        where p.order_id = o.id and r.state = 'succeeded')`.as('refundedCents'),
      sql<number>`(select coalesce(sum(${failedCents}), 0)::int from payment p where p.order_id = o.id)`.as(
        'failedCents',
      ),
      sql<OrderRecord['lastRefund']>`(select r.state from refund r join payment p on p.id = r.payment_id
        where p.order_id = o.id order by r.created_at desc, r.id desc limit 1)`.as('lastRefund'),
      // Not `exists`, for which the planner may hash all lost disputes, and read every payment for that.
      sql<boolean>`coalesce((select true from payment
        where order_id = o.id and dispute_lost and dispute_part_cents is null limit 1), false)`.as('isDisputeLost'),
      sql<number>`(select coalesce(sum(dispute_part_cents), 0)::int from payment where order_id = o.id)`.as(
        'lostCents',
      ),
      sql<Date | null>`(select expires_at from seat_claim
        where order_id = o.id and state = 'live' and expires_at > now())`.as('holdExpiresAt'),
      sql<boolean>`coalesce((select true from seat_claim
        where order_id = o.id and state = 'live' and expires_at > now() and gives_way), false)`.as('givesWay'),
      // The first move that the order does not know of began at the day that its buyer chose; of an intake that was sold
      // without a date, which has been moved again since it has one, at the first day that they were told.
      sql<string | null>`(select start_before from moved_run
        where moved_run.cohort_id = o.cohort_id and moved_run.move > o.known_moves
        order by start_before = 'Future', moved_run.move limit 1)`.as('movedFrom'),
    ]);

/** An order by its id, without a lock. */
export const findOrder = (db: Database, id: string): Promise<OrderRecord | undefined> =>
  selectOrders(db).where('o.id', '=', id).executeTakeFirst();

/** An order of one of these partners, without a lock: one of another partner is as one that is absent. */
export const findOrderOf = (
  db: Database,
  id: string,
  partners: 'all' | readonly string[],
): Promise<OrderRecord | undefined> =>
  selectOrders(db)
    .where('o.id', '=', id)
    .where(partners === 'all' ? sql<boolean>`true` : sql<boolean>`o.partner = any(${partners}::text[])`)
    .executeTakeFirst();

/** An order by the provider's checkout id, without a lock. */
export const findOrderBySession = (db: Database, sessionId: string): Promise<OrderRecord | undefined> =>
  selectOrders(db).where('o.session_id', '=', sessionId).executeTakeFirst();

/** The order that a payment of the provider was recorded for. */
export const findOrderOfPayment = (db: Database, providerPaymentId: string): Promise<OrderRecord | undefined> =>
  selectOrders(db)
    .where('o.id', '=', (query) =>
      query.selectFrom('payment').select('order_id').where('provider_payment_id', '=', providerPaymentId),
    )
    .executeTakeFirst();

/** A member's orders, newest first. */
export const listOrders = (db: Database, memberId: string): Promise<OrderRecord[]> =>
  selectOrders(db).where('o.member_id', '=', memberId).orderBy('o.created_at', 'desc').limit(50).execute();

/** A member's orders that a deletion has to settle: with a seat, with money here, or with money on its way. */
export const listStandingOrders = (db: Database, memberId: string): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where('o.member_id', '=', memberId)
    .where('o.state', 'in', standingStates)
    .orderBy('o.created_at')
    .execute();

/** Locks the order's row and reads it. Lock order: the member first. */
export async function lockOrder(tx: Transaction, id: string): Promise<OrderRecord> {
  await tables(tx).selectFrom('enrolment_order').select('id').where('id', '=', id).forUpdate().execute();
  return selectOrders(tx).where('o.id', '=', id).executeTakeFirstOrThrow();
}

/** Counts orders by the states they come to; `draft` is one that was begun. */
const countOrder = createCommitCounter(
  'intake_orders_total',
  'Orders of seats that came to a state.',
  'state',
  orderStates,
);

/** An order to be inserted. */
export interface NewOrder extends Pick<
  OrderRecord,
  | 'id'
  | 'reference'
  | 'memberId'
  | 'partner'
  | 'cohortId'
  | 'course'
  | 'paymentType'
  | 'currency'
  | 'amountCents'
  | 'balanceCents'
  | 'discountCents'
> {
  /** Moves of the cohort's run until then. */
  knownMoves: number;
  /** How long the checkout can be paid, in minutes from now. */
  sessionMinutes: number;
}

/** Inserts an order in the state `draft`. */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<void> {
  await tables(tx)
    .insertInto('enrolment_order')
    .values({
      id: order.id,
      reference: order.reference,
      member_id: order.memberId,
      partner: order.partner,
      cohort_id: order.cohortId,
      course: order.course,
      payment_type: order.paymentType,
      currency: order.currency,
      amount_cents: order.amountCents,
      balance_cents: order.balanceCents,
      discount_cents: order.discountCents,
      known_moves: order.knownMoves,
      state: 'draft',
      // Whole seconds, as at the provider: a retry under the same idempotency key must send equal parameters.
      session_expires_at: sql`date_trunc('second', now()) + make_interval(mins => ${order.sessionMinutes})`,
      acknowledged_at: sql`now()`,
    })
    .execute();
  countOrder(tx, 'draft');
}

/** Columns of an order to update; undefined leaves one as it is. */
export type OrderChange = Partial<{
  sessionId: string;
  checkoutUrl: string | null;
  /** Another cohort, with its start as it is now. */
  cohortId: string;
  course: CourseCode;
  /** Moves of the cohort's run that the student has agreed to. */
  knownMoves: number;
  amountCents: number;
  balanceCents: number;
  paidAt: Date;
  /** Hours from now; null when nothing is due any more. */
  refundDueHours: number | null;
}>;

/** Touches `updated_at` alone: round-robin, the next round of a job begins with the orders checked longest ago. */
export async function noteLookedAt(db: Database, id: string): Promise<void> {
  await tables(db).updateTable('enrolment_order').set(columnsOf({})).where('id', '=', id).execute();
}

/** Updates an order's columns except its state. */
export async function updateOrder(tx: Transaction, id: string, change: OrderChange): Promise<void> {
  await tables(tx).updateTable('enrolment_order').set(columnsOf(change)).where('id', '=', id).execute();
}

/**
 * Moves an order to another state and updates the columns given. The only writer of an order's state.
 *
 * @param order as the caller has locked it
 * @throws Error for a move that `orderMoves` forbids, and when the order is in another state by now
 */
export async function moveOrder(
  tx: Transaction,
  { id, state: from }: Pick<OrderRecord, 'id' | 'state'>,
  to: OrderState,
  change: OrderChange = {},
): Promise<void> {
  await makeMove(orderMoves, { id, from, to }, () =>
    tx
      .withTables<{ enrolment_order: OrderColumns & { state: OrderState } }>()
      .updateTable('enrolment_order')
      .set({ ...columnsOf(change), state: to })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow(),
  );
  countOrder(tx, to);
}

function columnsOf(change: OrderChange) {
  const columns = {
    session_id: change.sessionId,
    checkout_url: change.checkoutUrl,
    cohort_id: change.cohortId,
    course: change.course,
    known_moves:
      change.cohortId === undefined
        ? change.knownMoves
        : sql<number>`(select moves from cohort where id = ${change.cohortId})`,
    amount_cents: change.amountCents,
    balance_cents: change.balanceCents,
    paid_at: change.paidAt,
    refund_due_at:
      typeof change.refundDueHours === 'number'
        ? sql<Date>`now() + make_interval(hours => ${change.refundDueHours})`
        : change.refundDueHours,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return { ...given, updated_at: sql<Date>`now()` };
}

/** Open orders untouched for `idleSeconds`, oldest first, at most 100. For reconciliation. */
export const listForgottenOrders = (db: Database, idleSeconds: number): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where('o.state', 'in', openStates)
    .where('o.updated_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('o.updated_at')
    .limit(100)
    .execute();

/** Unseated orders whose refund is `idleSeconds` overdue, because its job failed for good. At most 100. */
export const listOverdueRefunds = (db: Database, idleSeconds: number): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where('o.state', '=', 'unseated')
    .where('o.refund_due_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('o.refund_due_at')
    .limit(100)
    .execute();

/** Moves the refunds of unseated orders that are due within `hours` to that moment. @returns when each is due now */
export async function postponeRefunds(tx: Transaction, hours: number): Promise<{ id: string; dueAt: Date }[]> {
  const { rows } = await sql<{ id: string; dueAt: Date }>`
    update enrolment_order set refund_due_at = now() + make_interval(hours => ${hours})
    where state = 'unseated' and refund_due_at < now() + make_interval(hours => ${hours})
    returning id, refund_due_at as "dueAt"`.execute(tx);
  return rows;
}
