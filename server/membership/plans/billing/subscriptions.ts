import type { ProviderSubscription } from '../../../platform/cards/card-subscriptions.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { noteForReview } from '../../../platform/reviews.ts';
import { lockIfThere } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { isActive } from '../../entitlements/active.ts';
import { queueCancel, queueExpire } from './billing-jobs.ts';
import { isSettled } from '../checkouts/checkout-states.ts';
import {
  findCheckout,
  findCheckoutOfSubscription,
  listOpenCheckouts,
  type CheckoutRecord,
} from '../checkouts/checkouts.store.ts';
import { noteAsked } from './due-plans.store.ts';
import { followMoneyBack, takeMoney, tellOfPayment } from './money.ts';
import { changePlan, endPlan, isRunning } from '../grants/plan-changes.ts';
import { nextReading } from './plan-payments.store.ts';
import {
  findConnectionOfSubscription,
  listConnections,
  updateConnection,
  type ConnectionRecord,
} from '../plans.store.ts';
import { expireCheckout, settlePlanCheckout } from '../checkouts/settle-checkout.ts';
import { changesFrom } from './subscription-state.ts';

/**
 * Reads a subscription from the provider and applies it to its plan. Card events and reconciliation call this in any
 * order; a stale answer, read before the one applied last, changes nothing.
 *
 * @returns whether it is a subscription to a plan
 * @throws Refusal payment-provider-unavailable
 */
export async function refreshSubscription(services: Services, subscriptionId: string): Promise<boolean> {
  const { db, cards } = services;
  const reading = await nextReading(db);
  const subscription = await cards.findSubscription(subscriptionId);
  if (!subscription) return endUnknown(services, subscriptionId);
  const checkoutId = subscription.metadata['checkout_id'];
  const record = checkoutId === undefined ? undefined : await findCheckout(db, checkoutId);
  if (!record || subscription.live !== cards.live) return false;
  if (!isSettled(record.state)) await settleFirst(services, record);
  else if (record.state === 'completed') await takeOver(services, record, { subscription, reading });
  return true;
}

/** Out-of-order events: settles the checkout that began the subscription first. */
async function settleFirst(services: Services, { sessionId }: CheckoutRecord): Promise<void> {
  const checkout = sessionId === null ? undefined : await services.cards.findCheckout(sessionId);
  if (checkout) await settlePlanCheckout(services, checkout);
}

interface Heard {
  subscription: ProviderSubscription;
  reading: number;
}

async function takeOver(services: Services, record: CheckoutRecord, heard: Heard): Promise<void> {
  const { subscription } = heard;
  const invoices = await services.cards.listPaidInvoices(subscription.id);
  const newPayments = await transaction(services.db, async (tx) => {
    const member = await lockIfThere(services, tx, record.memberId);
    const connection = await findConnectionOfSubscription(tx, subscription.id);
    const news: string[] = [];
    // All invoices, not the latest: events of earlier ones may be lost.
    for (const { paymentId, amountCents } of invoices)
      if (paymentId !== null && (await takeMoney(tx, record, { paymentId, amountCents }))) {
        await tellOfPayment(tx, record, 'member.payment.succeeded', {
          paymentId,
          amountCents,
          currency: record.currency,
        });
        news.push(paymentId);
        if (!member) await notePaidByDeleted(tx, record, paymentId);
        else if (!connection) await notePaidForNothing(tx, record, paymentId);
      }
    if (connection) await applyTo(services, tx, { record, connection, heard });
    // Orphaned: its member was deleted, or has another subscription. It must not charge any more.
    else if (isRunning({ subscriptionId: subscription.id, subscriptionStatus: subscription.status }))
      await queueCancel(tx, subscription.id, { atPeriodEnd: false });
    return news;
  });
  // Out-of-order events: a refund may have arrived before its payment.
  for (const paymentId of newPayments) await followMoneyBack(services, paymentId);
}

/** Race: the provider may renew a deleted member's subscription just before it is cancelled. */
const notePaidByDeleted = (tx: Transaction, { id }: CheckoutRecord, paymentId: string): Promise<boolean> =>
  noteForReview(tx, {
    kind: 'deleted-member-paid',
    subject: id,
    note: `The subscription of a member who has been deleted took a payment, ${paymentId} at the card provider. The subscription ends; pay back there what was not owed.`,
  });

/** Race: the provider may renew a subscription just before it is cancelled because another one replaced it. */
const notePaidForNothing = (tx: Transaction, { id }: CheckoutRecord, paymentId: string): Promise<boolean> =>
  noteForReview(tx, {
    kind: 'ended-subscription-paid',
    subject: id,
    note: `A subscription that no plan rests upon any more took a payment, ${paymentId} at the card provider. It ends; look there whether the payment was owed, and pay it back if not.`,
  });

interface Applying {
  record: CheckoutRecord;
  connection: ConnectionRecord;
  heard: Heard;
}

async function applyTo(
  services: Services,
  tx: Transaction,
  { record, connection, heard: { subscription, reading } }: Applying,
): Promise<void> {
  if (reading <= connection.reading) return;
  const changes = changesFrom(subscription, { reading, connection });
  await changePlan(services, tx, { site: await services.sites.get(record.siteId), connection, changes });
  const isMissing = changes.status === 'REQUIRES_PAYMENT' || changes.status === 'REQUIRES_AUTHENTICATION';
  if (!isMissing || !isActive(connection.status)) return;
  const failed = subscription.latestInvoice ?? {
    paymentId: null,
    amountCents: subscription.priceCents,
    currency: subscription.currency,
  };
  await tellOfPayment(tx, record, 'member.payment.failed', failed);
}

/** Cancels a subscription at the provider, and applies its new state. */
export async function cancelSubscription(
  services: Services,
  { subscriptionId, atPeriodEnd }: { subscriptionId: string; atPeriodEnd: boolean },
): Promise<void> {
  await services.cards.cancelSubscription(subscriptionId, { atPeriodEnd });
  await refreshSubscription(services, subscriptionId);
}

/**
 * Expires a member's open checkouts at the provider, before they are deleted.
 *
 * @throws Refusal payment-provider-unavailable
 */
export async function expireCheckoutsOf(services: Services, memberId: string): Promise<void> {
  for (const { sessionId } of await listOpenCheckouts(services.db, { memberId }))
    if (sessionId !== null) await expireCheckout(services, sessionId);
}

/** How many subscriptions of their own the card provider may still charge a member for; a seat in a team is another's. */
export const countSubscriptionsOf = async (db: Database, memberId: string): Promise<number> =>
  (await listConnections(db, memberId)).filter((connection) => isRunning(connection)).length;

/**
 * Queues the end of everything a member could still be charged for, in the transaction that deletes them: running
 * subscriptions and open checkouts.
 */
export async function cancelSubscriptionsOf(tx: Transaction, memberId: string): Promise<void> {
  for (const connection of await listConnections(tx, memberId))
    if (isRunning(connection)) await queueCancel(tx, connection.subscriptionId, { atPeriodEnd: false });
  for (const checkout of await listOpenCheckouts(tx, { memberId }))
    if (checkout.sessionId !== null) await queueExpire(tx, checkout.sessionId);
}

/** Polls a subscription that is due. */
export async function checkSubscription(services: Services, subscriptionId: string): Promise<void> {
  await noteAsked(services.db, subscriptionId);
  await refreshSubscription(services, subscriptionId);
}

/** Ends the plan of a subscription that the provider does not know, so does not charge; one of the other mode it never knew. */
async function endUnknown(services: Services, subscriptionId: string): Promise<boolean> {
  const { db, cards, log } = services;
  const record = await findCheckoutOfSubscription(db, subscriptionId);
  if (!record || record.live !== cards.live) return record !== undefined;
  await transaction(db, async (tx) => {
    await lockIfThere(services, tx, record.memberId);
    const found = await findConnectionOfSubscription(tx, subscriptionId);
    if (!found || !isRunning(found)) return;
    const connection = { ...found, subscriptionStatus: 'canceled' };
    await updateConnection(tx, found.id, { subscriptionStatus: 'canceled' });
    if (!found.closedAt) await endPlan(services, tx, { site: await services.sites.get(record.siteId), connection });
    log.error(
      { subscription: subscriptionId },
      'the card provider does not know a subscription of ours: its plan ends',
    );
  });
  return true;
}
