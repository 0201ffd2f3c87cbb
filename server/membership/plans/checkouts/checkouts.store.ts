import { sql, type ColumnType, type Generated, type RawBuilder } from 'kysely';
import type { PlanCheckoutOrder } from '../../../platform/cards/card-plan-checkout.ts';
import { travelMinutes } from '../../../platform/cards/session-minutes.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { createCommitCounter } from '../../../platform/metrics/commit-counter.ts';
import { makeMove } from '../../../platform/moves.ts';
import { awaitedStates, checkoutMoves, payableState, unsettledStates } from './checkout-states.ts';
import type { CheckoutState } from './checkout-states.ts';

/**
 * What was sold. The request to the card provider is stored as it was sent: an idempotency key requires an identical
 * retry.
 */
export type CheckoutTerms = Omit<PlanCheckoutOrder, 'checkoutId' | 'expiresAt'> & {
  /** Days for which a single payment gives the plan, null for no end; checkouts of earlier versions have none. */
  accessDays?: number | null;
};

interface CheckoutColumns {
  id: string;
  site_id: string;
  member_id: string;
  plan_id: string;
  price_id: string;
  mode: 'payment' | 'subscription';
  live: boolean;
  coupon_id: string | null;
  replaces_subscriptions: Generated<boolean>;
  changes_checkout_id: string | null;
  terms: CheckoutTerms;
  terms_hash: Buffer;
  asked_cents: number;
  currency: string;
  customer_id: string;
  session_id: string | null;
  url: string | null;
  subscription_id: string | null;
  session_expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Tables of checkouts and their payments. */
export type CheckoutTables = {
  /** No update may set the state, by its type: `moveCheckout` is the only one that does. */
  plan_checkout: CheckoutColumns & { state: ColumnType<CheckoutState, 'open', never> };
  plan_payment: {
    provider_payment_id: string;
    checkout_id: string;
    amount_cents: number;
    currency: string;
    received_at: Generated<Date>;
    /** Whether staff have been told of a lost dispute about a part; null in payments from before migration 0083. */
    lost_in_part: boolean | null;
  };
};

const tables = (db: Database) => db.withTables<CheckoutTables>();

/** A member's checkout of one price of a plan. */
export interface CheckoutRecord {
  id: string;
  siteId: string;
  memberId: string;
  planId: string;
  priceId: string;
  mode: 'payment' | 'subscription';
  /** Whether real money moves. */
  live: boolean;
  /** The site's id of its coupon. */
  couponId: string | null;
  /** Whether the member's other subscriptions end with their paid period once it is paid. */
  replacesSubscriptions: boolean;
  /** The checkout of the subscription whose price it changes: the days paid there are the trial here. */
  changesCheckoutId: string | null;
  terms: CheckoutTerms;
  /** The amount due at once. */
  askedCents: number;
  currency: string;
  customerId: string;
  state: CheckoutState;
  sessionId: string | null;
  url: string | null;
  subscriptionId: string | null;
  sessionExpiresAt: Date;
  /** Whether it has expired, by the database's clock. */
  isOver: boolean;
}

const selectCheckouts = (db: Database) =>
  tables(db)
    .selectFrom('plan_checkout as c')
    .select([
      'c.id',
      'c.site_id as siteId',
      'c.member_id as memberId',
      'c.plan_id as planId',
      'c.price_id as priceId',
      'c.mode',
      'c.live',
      'c.coupon_id as couponId',
      'c.replaces_subscriptions as replacesSubscriptions',
      'c.changes_checkout_id as changesCheckoutId',
      'c.terms',
      'c.asked_cents as askedCents',
      'c.currency',
      'c.customer_id as customerId',
      'c.state',
      'c.session_id as sessionId',
      'c.url',
      'c.subscription_id as subscriptionId',
      'c.session_expires_at as sessionExpiresAt',
      sql<boolean>`c.session_expires_at <= now()`.as('isOver'),
    ]);

/** A checkout by id. */
export const findCheckout = (db: Database, id: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db).where('c.id', '=', id).executeTakeFirst();

/** A checkout by the provider's session. */
export const findCheckoutBySession = (db: Database, sessionId: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db).where('c.session_id', '=', sessionId).executeTakeFirst();

/** The checkout that began a subscription. */
export const findCheckoutOfSubscription = (db: Database, subscriptionId: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db).where('c.subscription_id', '=', subscriptionId).executeTakeFirst();

/** The checkout that a payment was recorded for. */
export const findCheckoutOfPayment = (db: Database, providerPaymentId: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db)
    .where('c.id', '=', (query) =>
      query.selectFrom('plan_payment').select('checkout_id').where('provider_payment_id', '=', providerPaymentId),
    )
    .executeTakeFirst();

/** The current checkout, locked. Lock order: the member first. */
export async function lockCheckout(tx: Transaction, id: string): Promise<CheckoutRecord> {
  await tables(tx).selectFrom('plan_checkout').select('id').where('id', '=', id).forUpdate().execute();
  return selectCheckouts(tx).where('c.id', '=', id).executeTakeFirstOrThrow();
}

/** A checkout with less time left is replaced, so that a new attempt has enough time. */
const reusableMinutes = 15;
/** A checkout without a page may still get one for so long; later its rest is below the provider's minimum. */
const youngSeconds = travelMinutes * 60;

/**
 * Condition on `plan_checkout`: it is open and may be paid, since it has not expired and has a page or may still get
 * one. A request that the provider did not answer leaves one without a page for good.
 *
 * @param graceMinutes how long after its expiry the event of a last-second payment may still arrive
 */
const mayBePaid = (graceMinutes = 0) => sql<boolean>`(
  state = ${sql.lit(payableState)} and session_expires_at > now() - make_interval(mins => ${graceMinutes})
  and (session_id is not null or created_at > now() - make_interval(secs => ${youngSeconds}))
)`;

/**
 * SQL: an open checkout that keeps what it takes, a place or a coupon's use, from this other member. That of a member who
 * has not proved the address keeps nothing from one who has (decisions 0097 and 0099): to open it costs nothing, and
 * accounts neither.
 */
export const keepsFrom = (memberId: string, graceMinutes = 0) => sql<boolean>`(
  ${mayBePaid(graceMinutes)} and member_id <> ${memberId}
  and (${isProved(sql.ref('plan_checkout.member_id'))} or not ${isProved(sql.val(memberId))})
)`;

const isProved = (memberId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from member where member.id = ${memberId} and member.verified)`;

/** The member's open checkout of exactly these terms, with enough time left. */
export const findReusable = (db: Database, memberId: string, termsHash: Buffer): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db)
    .where('c.member_id', '=', memberId)
    .where('c.terms_hash', '=', termsHash)
    .where('c.state', '=', payableState)
    .where(
      sql<boolean>`case when c.url is null then c.created_at > now() - make_interval(secs => ${youngSeconds})
        else c.session_expires_at > now() + make_interval(mins => ${reusableMinutes}) end`,
    )
    .orderBy('c.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A member's open checkouts, of one plan or of all. */
export const listOpenCheckouts = (
  db: Database,
  { memberId, planId }: { memberId: string; planId?: string },
): Promise<CheckoutRecord[]> =>
  selectCheckouts(db)
    .where('c.member_id', '=', memberId)
    .where('c.state', '=', payableState)
    .where('c.session_expires_at', '>', sql<Date>`now()`)
    .$if(planId !== undefined, (query) => query.where('c.plan_id', '=', planId!))
    .execute();

/** Whether the member has ever bought the plan, in live or in test mode. */
export async function hasBought(
  db: Database,
  { memberId, planId, live }: Pick<CheckoutRecord, 'memberId' | 'planId' | 'live'>,
): Promise<boolean> {
  const bought = await tables(db)
    .selectFrom('plan_checkout')
    .select('id')
    .where('member_id', '=', memberId)
    .where('plan_id', '=', planId)
    .where('live', '=', live)
    .where('state', '=', 'completed')
    .limit(1)
    .executeTakeFirst();
  return bought !== undefined;
}

/** The customer of the member's latest checkout. */
export async function findLastCustomer(
  db: Database,
  { memberId, live }: Pick<CheckoutRecord, 'memberId' | 'live'>,
): Promise<string | undefined> {
  const last = await tables(db)
    .selectFrom('plan_checkout')
    .select('customer_id')
    .where('member_id', '=', memberId)
    .where('live', '=', live)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.customer_id;
}

/** Counts checkouts of plans by the states they come to. */
const countCheckout = createCommitCounter(
  'intake_plan_checkouts_total',
  'Checkouts of plans that came to a state.',
  'state',
  Object.keys(checkoutMoves) as CheckoutState[],
);

/** A checkout to store. */
export type NewCheckout = Pick<
  CheckoutRecord,
  | 'id'
  | 'siteId'
  | 'memberId'
  | 'planId'
  | 'priceId'
  | 'live'
  | 'couponId'
  | 'replacesSubscriptions'
  | 'changesCheckoutId'
  | 'terms'
  | 'askedCents'
> & {
  termsHash: Buffer;
  /** How long it can be paid, in minutes from now. */
  sessionMinutes: number;
};

/** Stores an open checkout. */
export async function insertCheckout(tx: Transaction, checkout: NewCheckout): Promise<void> {
  const { terms } = checkout;
  await tables(tx)
    .insertInto('plan_checkout')
    .values({
      id: checkout.id,
      site_id: checkout.siteId,
      member_id: checkout.memberId,
      plan_id: checkout.planId,
      price_id: checkout.priceId,
      mode: terms.mode,
      live: checkout.live,
      coupon_id: checkout.couponId,
      replaces_subscriptions: checkout.replacesSubscriptions,
      changes_checkout_id: checkout.changesCheckoutId,
      terms: sql`${JSON.stringify(terms)}::jsonb`,
      terms_hash: checkout.termsHash,
      asked_cents: checkout.askedCents,
      currency: terms.currency,
      customer_id: terms.customerId,
      state: 'open',
      // Whole seconds: the provider takes no fractions, and a retry must send the identical time.
      session_expires_at: sql`date_trunc('second', now()) + make_interval(mins => ${checkout.sessionMinutes})`,
    })
    .execute();
  countCheckout(tx, 'open');
}

/** Values of a checkout that change beside its state. */
export type CheckoutChange = Partial<Pick<CheckoutRecord, 'sessionId' | 'url' | 'subscriptionId'>>;

/** Touches `updated_at`, by which reconciliation orders its work. */
export async function noteLookedAt(db: Database, id: string): Promise<void> {
  await tables(db).updateTable('plan_checkout').set(columnsOf({})).where('id', '=', id).execute();
}

/** Changes values of a checkout, never its state. */
export async function updateCheckout(tx: Transaction, id: string, change: CheckoutChange): Promise<void> {
  await tables(tx).updateTable('plan_checkout').set(columnsOf(change)).where('id', '=', id).execute();
}

/**
 * Moves a checkout to another state, and changes values with it. The only writer of a checkout's state.
 *
 * @param checkout as the caller has locked it
 * @throws Error for a move that is not in the table, and when the stored state has changed (compare and set)
 */
export async function moveCheckout(
  tx: Transaction,
  { id, state: from }: Pick<CheckoutRecord, 'id' | 'state'>,
  to: CheckoutState,
  change: CheckoutChange = {},
): Promise<void> {
  await makeMove(checkoutMoves, { id, from, to }, () =>
    tx
      .withTables<{ plan_checkout: CheckoutColumns & { state: CheckoutState } }>()
      .updateTable('plan_checkout')
      .set({ ...columnsOf(change), state: to })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow(),
  );
  countCheckout(tx, to);
}

function columnsOf(change: CheckoutChange) {
  const columns = {
    session_id: change.sessionId,
    url: change.url,
    subscription_id: change.subscriptionId,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return { ...given, updated_at: sql<Date>`now()` };
}

/** A site's test checkouts that may still be paid. */
export const listAwaitedTestCheckouts = (db: Database, siteId: string): Promise<CheckoutRecord[]> =>
  selectCheckouts(db)
    .where('c.site_id', '=', siteId)
    .where('c.live', '=', false)
    .where('c.state', 'in', awaitedStates)
    .execute();

/** Interval between two polls of a checkout. */
const idleSeconds = 60;

/**
 * Unsettled checkouts without a change for a while, of any age, the longest untouched first.
 *
 * @param live mode of the provider's key: it does not know checkouts of the other mode
 */
export const listUnsettledCheckouts = (db: Database, live: boolean): Promise<CheckoutRecord[]> =>
  selectCheckouts(db)
    .where('c.updated_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where('c.state', 'in', unsettledStates)
    .where('c.live', '=', live)
    .orderBy('c.updated_at')
    .limit(100)
    .execute();
