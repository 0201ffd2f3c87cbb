import { sql, type ColumnType, type Generated } from 'kysely';
import type { PlanCheckoutOrder } from '../../../platform/cards/card-plan-checkout.ts';
import { travelMinutes } from '../../../platform/cards/session-minutes.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { makeMove } from '../../../platform/moves.ts';
import { awaitedStates, checkoutMoves, payableState, unpaidEndings, unsettledStates } from './checkout-states.ts';
import type { CheckoutState } from './checkout-states.ts';
import { retention } from '../../retention.ts';

/** All that the card provider is asked for. It is kept as it was, so that asking again asks for the same. */
export type CheckoutTerms = Omit<PlanCheckoutOrder, 'checkoutId' | 'expiresAt'>;

interface CheckoutColumns {
  id: string;
  site_id: string;
  member_id: string;
  plan_id: string;
  price_id: string;
  mode: 'payment' | 'subscription';
  live: boolean;
  coupon_id: string | null;
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

export type CheckoutTables = {
  /** No update may set the state, by its type: `moveCheckout` is the only one that does. */
  plan_checkout: CheckoutColumns & { state: ColumnType<CheckoutState, 'open', never> };
  plan_payment: {
    provider_payment_id: string;
    checkout_id: string;
    amount_cents: number;
    currency: string;
    received_at: Generated<Date>;
  };
};

const tables = (db: Database) => db.withTables<CheckoutTables>();

/** One member on the way to pay for one price of a plan. */
export interface CheckoutRecord {
  id: string;
  siteId: string;
  memberId: string;
  planId: string;
  priceId: string;
  mode: 'payment' | 'subscription';
  /** Whether real money moves. */
  live: boolean;
  /** The site's id of the coupon it was begun with. */
  couponId: string | null;
  terms: CheckoutTerms;
  /** What is to be paid at once. */
  askedCents: number;
  currency: string;
  customerId: string;
  state: CheckoutState;
  sessionId: string | null;
  url: string | null;
  subscriptionId: string | null;
  sessionExpiresAt: Date;
  /** Whether its time to be paid is over, by the database's clock. */
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

export const findCheckout = (db: Database, id: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db).where('c.id', '=', id).executeTakeFirst();

export const findCheckoutBySession = (db: Database, sessionId: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db).where('c.session_id', '=', sessionId).executeTakeFirst();

export const findCheckoutOfSubscription = (db: Database, subscriptionId: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db).where('c.subscription_id', '=', subscriptionId).executeTakeFirst();

export const findCheckoutOfPayment = (db: Database, providerPaymentId: string): Promise<CheckoutRecord | undefined> =>
  selectCheckouts(db)
    .where('c.id', '=', (query) =>
      query.selectFrom('plan_payment').select('checkout_id').where('provider_payment_id', '=', providerPaymentId),
    )
    .executeTakeFirst();

/** The checkout as it is now, with nobody else changing it until the transaction ends. Lock the member before. */
export async function lockCheckout(tx: Transaction, id: string): Promise<CheckoutRecord> {
  await tables(tx).selectFrom('plan_checkout').select('id').where('id', '=', id).forUpdate().execute();
  return selectCheckouts(tx).where('c.id', '=', id).executeTakeFirstOrThrow();
}

/** A checkout with less time left is replaced, so that pressing again gives time again. */
const reusableMinutes = 15;
/** One without a page is still on its way for so long; after that the provider would find its time too short. */
const youngSeconds = travelMinutes * 60;

/**
 * Whether a `plan_checkout` is open and can come to be paid: its time is not over, and it has a page or may still get
 * one. A press the provider did not answer leaves one that never will.
 *
 * @param graceMinutes how long after its time news of a payment in the last second may still be on its way
 */
export const mayBePaid = (graceMinutes = 0) => sql<boolean>`(
  state = ${sql.lit(payableState)} and session_expires_at > now() - make_interval(mins => ${graceMinutes})
  and (session_id is not null or created_at > now() - make_interval(secs => ${youngSeconds}))
)`;

/** The member's checkout for exactly these terms that can be paid for a good while yet. */
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

/** What else of a plan a member could still pay, or of all their plans. */
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

/** Whether the member has ever had the plan for money, or for test cards. */
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

/** Who paid, or went to pay, last. */
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

export type NewCheckout = Pick<
  CheckoutRecord,
  'id' | 'siteId' | 'memberId' | 'planId' | 'priceId' | 'live' | 'couponId' | 'terms' | 'askedCents'
> & {
  termsHash: Buffer;
  /** How long it can be paid, in minutes from now. */
  sessionMinutes: number;
};

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
      terms: sql`${JSON.stringify(terms)}::jsonb`,
      terms_hash: checkout.termsHash,
      asked_cents: checkout.askedCents,
      currency: terms.currency,
      customer_id: terms.customerId,
      state: 'open',
      // Whole seconds, because the provider takes no finer time and the same checkout must always send the same one.
      session_expires_at: sql`date_trunc('second', now()) + make_interval(mins => ${checkout.sessionMinutes})`,
    })
    .execute();
}

export type CheckoutChange = Partial<Pick<CheckoutRecord, 'sessionId' | 'url' | 'subscriptionId'>>;

/** Notes that a checkout has been looked at just now, and changes nothing of it. */
export async function noteLookedAt(db: Database, id: string): Promise<void> {
  await tables(db).updateTable('plan_checkout').set(columnsOf({})).where('id', '=', id).execute();
}

/** Changes everything of a checkout but its state. */
export async function updateCheckout(tx: Transaction, id: string, change: CheckoutChange): Promise<void> {
  await tables(tx).updateTable('plan_checkout').set(columnsOf(change)).where('id', '=', id).execute();
}

/**
 * Takes a checkout to another state, and changes what goes with it. The only writer of a checkout's state.
 *
 * @param checkout as the caller has locked it
 * @throws Error for a move that is not in the table, and when the checkout is in another state by now
 */
export const moveCheckout = (
  tx: Transaction,
  { id, state: from }: Pick<CheckoutRecord, 'id' | 'state'>,
  to: CheckoutState,
  change: CheckoutChange = {},
): Promise<void> =>
  makeMove(checkoutMoves, { id, from, to }, () =>
    tx
      .withTables<{ plan_checkout: CheckoutColumns & { state: CheckoutState } }>()
      .updateTable('plan_checkout')
      .set({ ...columnsOf(change), state: to })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow(),
  );

function columnsOf(change: CheckoutChange) {
  const columns = {
    session_id: change.sessionId,
    url: change.url,
    subscription_id: change.subscriptionId,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return { ...given, updated_at: sql<Date>`now()` };
}

/** What test cards may still bring at a site. */
export const listAwaitedTestCheckouts = (db: Database, siteId: string): Promise<CheckoutRecord[]> =>
  selectCheckouts(db)
    .where('c.site_id', '=', siteId)
    .where('c.live', '=', false)
    .where('c.state', 'in', awaitedStates)
    .execute();

/** Checkouts that came to nothing are kept this long. */
const forgottenDays = retention.unpaidCheckoutDays;

/** Takes checkouts away that nobody paid, by the provider's own word. */
export async function deleteOldCheckouts(db: Database): Promise<void> {
  await tables(db)
    .deleteFrom('plan_checkout')
    .where('state', 'in', unpaidEndings)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${forgottenDays})`)
    .execute();
}

/** A checkout is asked about again after so long. */
const idleSeconds = 60;

/**
 * Checkouts nobody has touched for a while, of which news is still to come, however old they are; those that waited
 * longest first.
 *
 * @param live of the provider that is to be asked: it does not know the others
 */
export const listUnsettledCheckouts = (db: Database, live: boolean): Promise<CheckoutRecord[]> =>
  selectCheckouts(db)
    .where('c.updated_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where('c.state', 'in', unsettledStates)
    .where('c.live', '=', live)
    .orderBy('c.updated_at')
    .limit(100)
    .execute();
