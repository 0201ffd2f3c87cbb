import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { ShownColumns, ShownConnection } from '../entitlements/connections.ts';

/** The table of connections. */
export type PlanTables = {
  plan_connection: ShownColumns & {
    /** null in rows of the release before (decision 0061). */
    site_id: string | null;
    checkout_id: string | null;
    subscription_id: string | null;
    subscription_status: string | null;
    reading: Generated<string>;
    asked_at: Generated<Date | null>;
    ends_at: Date | null;
    closed_at: Date | null;
    created_at: Generated<Date>;
  };
};

const tables = (db: Database) => db.withTables<PlanTables>();

/** A member's connection to a plan, with its payment. */
export interface ConnectionRecord extends ShownConnection {
  memberId: string;
  /** The checkout it was paid at; null for a granted plan. */
  checkoutId: string | null;
  subscriptionId: string | null;
  /** The subscription's status in the card provider's words. */
  subscriptionStatus: string | null;
  /** Number of the reading applied last; a lower one is stale. */
  reading: number;
  /** When a plan that was bought for a time ends. */
  endsAt: Date | null;
  /** Whether `endsAt` has passed, by the database's clock. */
  isOver: boolean;
  /** When it was ended for good, for example by a refund. */
  closedAt: Date | null;
}

const selectConnections = (db: Database) =>
  tables(db)
    .selectFrom('plan_connection as c')
    .select([
      'c.id',
      'c.member_id as memberId',
      'c.plan_id as planId',
      'c.type',
      'c.status',
      'c.price_id as priceId',
      'c.amount_cents as amountCents',
      'c.currency',
      'c.payment_status as paymentStatus',
      'c.last_billed_at as lastBilledAt',
      'c.next_billing_at as nextBillingAt',
      'c.cancel_at as cancelAt',
      'c.checkout_id as checkoutId',
      'c.subscription_id as subscriptionId',
      'c.subscription_status as subscriptionStatus',
      sql<number>`c.reading::float8`.as('reading'),
      'c.ends_at as endsAt',
      sql<boolean>`coalesce(c.ends_at <= now(), false)`.as('isOver'),
      'c.closed_at as closedAt',
    ]);

/** A member's connections, the oldest first. */
export const listConnections = (db: Database, memberId: string): Promise<ConnectionRecord[]> =>
  selectConnections(db).where('c.member_id', '=', memberId).orderBy('c.created_at').orderBy('c.id').execute();

/** A member's connection to a plan. */
export const findConnection = (db: Database, memberId: string, planId: string): Promise<ConnectionRecord | undefined> =>
  selectConnections(db).where('c.member_id', '=', memberId).where('c.plan_id', '=', planId).executeTakeFirst();

/** A connection by id. */
export const findConnectionById = (db: Database, id: string): Promise<ConnectionRecord | undefined> =>
  selectConnections(db).where('c.id', '=', id).executeTakeFirst();

/** The connection that a subscription pays for. */
export const findConnectionOfSubscription = (
  db: Database,
  subscriptionId: string,
): Promise<ConnectionRecord | undefined> =>
  selectConnections(db).where('c.subscription_id', '=', subscriptionId).executeTakeFirst();

/** A connection to store. */
export type NewConnection = Pick<ConnectionRecord, 'id' | 'memberId' | 'planId' | 'type'> & ConnectionChanges;

/** Stores a connection (upsert). An earlier one keeps its id, and all its other values are reset. */
export async function saveConnection(tx: Transaction, connection: NewConnection): Promise<void> {
  const { id, memberId, planId, type, ...known } = connection;
  // References of the table include the site, so that the database refuses a plan of another site.
  const siteId = sql<string>`(select site_id from member where id = ${memberId})`;
  const values = { type, site_id: siteId, ...emptyColumns, ...columnsOf(known) };
  await tables(tx)
    .insertInto('plan_connection')
    .values({ id, member_id: memberId, plan_id: planId, ...values })
    .onConflict((conflict) => conflict.columns(['member_id', 'plan_id']).doUpdateSet(values))
    .execute();
}

/** Values of a connection to change. */
export type ConnectionChanges = Partial<
  Omit<ConnectionRecord, 'id' | 'memberId' | 'planId' | 'type' | 'closedAt' | 'endsAt' | 'isOver'>
> & {
  /** Days from now. */
  accessDays?: number | null;
  isClosed?: boolean;
};

/** Changes values of a connection. */
export async function updateConnection(tx: Transaction, id: string, changes: ConnectionChanges): Promise<void> {
  await tables(tx).updateTable('plan_connection').set(columnsOf(changes)).where('id', '=', id).execute();
}

const emptyColumns = {
  status: 'ACTIVE' as const,
  price_id: null,
  amount_cents: null,
  currency: null,
  payment_status: null,
  last_billed_at: null,
  next_billing_at: null,
  cancel_at: null,
  checkout_id: null,
  subscription_id: null,
  subscription_status: null,
  reading: 0 as never,
  ends_at: null,
  closed_at: null,
};

function columnsOf({ accessDays, isClosed, reading, ...changes }: ConnectionChanges) {
  const columns = {
    status: changes.status,
    price_id: changes.priceId,
    amount_cents: changes.amountCents,
    currency: changes.currency,
    payment_status: changes.paymentStatus,
    last_billed_at: changes.lastBilledAt,
    next_billing_at: changes.nextBillingAt,
    cancel_at: changes.cancelAt,
    checkout_id: changes.checkoutId,
    subscription_id: changes.subscriptionId,
    subscription_status: changes.subscriptionStatus,
    reading: reading === undefined ? undefined : sql<never>`${reading}`,
    asked_at: reading === undefined ? undefined : sql<Date>`now()`,
    ends_at: typeof accessDays === 'number' ? sql<Date>`now() + make_interval(days => ${accessDays})` : undefined,
    closed_at: isClosed ? sql<Date>`now()` : undefined,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<
    typeof columns
  >;
}

/** Deletes a connection. */
export async function deleteConnection(tx: Transaction, id: string): Promise<void> {
  await tables(tx).deleteFrom('plan_connection').where('id', '=', id).execute();
}
