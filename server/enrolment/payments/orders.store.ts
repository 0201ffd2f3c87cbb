import { sql, type ColumnType, type Generated } from 'kysely';
import type { CourseCode } from '../../../shared/courses.ts';
import type { OrderState, PaymentType } from '../../../contract/payments.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import { travelMinutes } from '../../platform/cards/session-minutes.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { pageSize, readPages } from '../../platform/database/pages.ts';
import { makeMove, stateList } from '../../platform/moves.ts';
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
  session_id: string | null;
  checkout_url: string | null;
  session_expires_at: Date;
  acknowledged_at: Date;
  paid_at: Date | null;
  refund_due_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export type OrderTables = {
  /** No update may set the state, by its type: `moveOrder` is the only one that does. */
  enrolment_order: OrderColumns & { state: ColumnType<OrderState, 'draft', never> };
  payment: {
    id: string;
    order_id: string;
    provider_payment_id: string;
    session_id: string;
    amount_cents: number;
    currency: string;
    dispute_lost: Generated<boolean>;
    received_at: Generated<Date>;
  };
  refund: {
    id: string;
    payment_id: string;
    provider_refund_id: string | null;
    amount_cents: number;
    state: RefundState;
    source: 'automatic' | 'member' | 'provider';
    reason: string;
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
  state: OrderState;
  sessionId: string | null;
  checkoutUrl: string | null;
  sessionExpiresAt: Date;
  /** Whether the checkout can be paid for a good while yet, and whether its time is over. By the database's clock. */
  hasTimeLeft: boolean;
  isOver: boolean;
  /** Placed so lately that its checkout may still be on its way. */
  isYoung: boolean;
  createdAt: Date;
  paidAt: Date | null;
  refundDueAt: Date | null;
  paidCents: number;
  refundedCents: number;
  /** How the newest refund stands; null where there is none. */
  lastRefund: RefundState | null;
  /** The bank has taken a payment back for good. */
  isDisputeLost: boolean;
  /** Until when the seat is held; null when no hold is live. */
  holdExpiresAt: Date | null;
  /** Whether that hold is given up to a member who has proved their address. */
  givesWay: boolean;
}

/** The seat outlives the time to pay by so many minutes, so that news of a payment in its last second finds it. */
export const graceMinutes = 5;

/** A checkout with less time left is replaced, so that pressing again gives time again. */
const reusableMinutes = 25;
const youngSeconds = travelMinutes * 60;

const tables = (db: Database) => db.withTables<OrderTables>();

const selectOrders = (db: Database) =>
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
      'o.state',
      'o.session_id as sessionId',
      'o.checkout_url as checkoutUrl',
      'o.session_expires_at as sessionExpiresAt',
      sql<boolean>`o.session_expires_at > now() + make_interval(mins => ${reusableMinutes})`.as('hasTimeLeft'),
      sql<boolean>`o.session_expires_at <= now()`.as('isOver'),
      sql<boolean>`o.created_at > now() - make_interval(secs => ${youngSeconds})`.as('isYoung'),
      'o.created_at as createdAt',
      'o.paid_at as paidAt',
      'o.refund_due_at as refundDueAt',
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from payment where order_id = o.id)`.as('paidCents'),
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refund r join payment p on p.id = r.payment_id
        where p.order_id = o.id and r.state = 'succeeded')`.as('refundedCents'),
      sql<OrderRecord['lastRefund']>`(select r.state from refund r join payment p on p.id = r.payment_id
        where p.order_id = o.id order by r.created_at desc, r.id desc limit 1)`.as('lastRefund'),
      sql<boolean>`exists (select 1 from payment where order_id = o.id and dispute_lost)`.as('isDisputeLost'),
      sql<Date | null>`(select expires_at from seat_claim
        where order_id = o.id and state = 'live' and expires_at > now())`.as('holdExpiresAt'),
      sql<boolean>`exists (select from seat_claim
        where order_id = o.id and state = 'live' and expires_at > now() and gives_way)`.as('givesWay'),
    ]);

export const findOrder = (db: Database, id: string): Promise<OrderRecord | undefined> =>
  selectOrders(db).where('o.id', '=', id).executeTakeFirst();

export const findOrderBySession = (db: Database, sessionId: string): Promise<OrderRecord | undefined> =>
  selectOrders(db).where('o.session_id', '=', sessionId).executeTakeFirst();

export const findOrderOfPayment = (db: Database, providerPaymentId: string): Promise<OrderRecord | undefined> =>
  selectOrders(db)
    .where('o.id', '=', (query) =>
      query.selectFrom('payment').select('order_id').where('provider_payment_id', '=', providerPaymentId),
    )
    .executeTakeFirst();

/** A member's orders, newest first. */
export const listOrders = (db: Database, memberId: string): Promise<OrderRecord[]> =>
  selectOrders(db).where('o.member_id', '=', memberId).orderBy('o.created_at', 'desc').limit(50).execute();

/** The orders by which a member has a seat, money here, or money on its way; each in a state a deletion has to end. */
export const listStandingOrders = (db: Database, memberId: string): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where('o.member_id', '=', memberId)
    .where('o.state', 'in', standingStates)
    .orderBy('o.created_at')
    .execute();

/** The order as it is now, with nobody else changing it until the transaction ends. Lock the member before. */
export async function lockOrder(tx: Transaction, id: string): Promise<OrderRecord> {
  await tables(tx).selectFrom('enrolment_order').select('id').where('id', '=', id).forUpdate().execute();
  return selectOrders(tx).where('o.id', '=', id).executeTakeFirstOrThrow();
}

export interface NewOrder {
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
  /** How long the checkout can be paid, in minutes from now. */
  sessionMinutes: number;
}

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
      state: 'draft',
      // Whole seconds, because the provider takes no finer time and the same order must always send the same one.
      session_expires_at: sql`date_trunc('second', now()) + make_interval(mins => ${order.sessionMinutes})`,
      acknowledged_at: sql`now()`,
    })
    .execute();
}

export type OrderChange = Partial<{
  sessionId: string;
  checkoutUrl: string | null;
  cohortId: string;
  course: CourseCode;
  paidAt: Date;
  /** Hours from now; null when nothing is due any more. */
  refundDueHours: number | null;
}>;

/** Notes that an order has been looked at just now, and changes nothing of it. */
export async function noteLookedAt(db: Database, id: string): Promise<void> {
  await tables(db).updateTable('enrolment_order').set(columnsOf({})).where('id', '=', id).execute();
}

/** Changes everything of an order but its state. */
export async function updateOrder(tx: Transaction, id: string, change: OrderChange): Promise<void> {
  await tables(tx).updateTable('enrolment_order').set(columnsOf(change)).where('id', '=', id).execute();
}

/**
 * Takes an order to another state, and changes what goes with it. The only writer of an order's state.
 *
 * @param order as the caller has locked it
 * @throws Error for a move that is not in the table, and when the order is in another state by now
 */
export const moveOrder = (
  tx: Transaction,
  { id, state: from }: Pick<OrderRecord, 'id' | 'state'>,
  to: OrderState,
  change: OrderChange = {},
): Promise<void> =>
  makeMove(orderMoves, { id, from, to }, () =>
    tx
      .withTables<{ enrolment_order: OrderColumns & { state: OrderState } }>()
      .updateTable('enrolment_order')
      .set({ ...columnsOf(change), state: to })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow(),
  );

function columnsOf(change: OrderChange) {
  const columns = {
    session_id: change.sessionId,
    checkout_url: change.checkoutUrl,
    cohort_id: change.cohortId,
    course: change.course,
    paid_at: change.paidAt,
    refund_due_at:
      typeof change.refundDueHours === 'number'
        ? sql<Date>`now() + make_interval(hours => ${change.refundDueHours})`
        : change.refundDueHours,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return { ...given, updated_at: sql<Date>`now()` };
}

/** Open orders nobody has touched for a while, oldest first. For reconciliation. */
export const listForgottenOrders = (db: Database, idleSeconds: number): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where('o.state', 'in', openStates)
    .where('o.updated_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('o.updated_at')
    .limit(100)
    .execute();

/** Unseated orders whose money should have gone back so many seconds ago and did not: their job was given up. */
export const listOverdueRefunds = (db: Database, idleSeconds: number): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where('o.state', '=', 'unseated')
    .where('o.refund_due_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('o.refund_due_at')
    .limit(100)
    .execute();

/**
 * Orders of deleted members whom the deletion itself did not settle: money that staff were not told of, a refund that
 * was not begun, a seat that is still held. Another amount than ordered is with staff already while that matter is open.
 * Oldest first, to the end.
 */
export const readMissedByDeletion = (db: Database): AsyncGenerator<OrderRecord> =>
  readPages((last) => listMissedByDeletion(db, last?.id));

/** @param afterId the last order of the page before */
const listMissedByDeletion = (db: Database, afterId: string | undefined): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where(sql<boolean>`not exists (select from member where member.id = o.member_id)`)
    .where(
      sql<boolean>`case
        when o.state in ('paid', 'review') then not exists (select from review_item where subject = o.id
          and (kind = 'deleted-member-paid' or (o.state = 'review' and resolved_at is null)))
        when o.state = 'unseated' then true
        when o.state in (${stateList(openStates)})
          then exists (select from seat_claim where order_id = o.id and state = 'live')
        else false end`,
    )
    .$if(afterId !== undefined, (query) =>
      query.where(
        sql<boolean>`(o.created_at, o.id) > (select created_at, id from enrolment_order where id = ${afterId})`,
      ),
    )
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(pageSize)
    .execute();
