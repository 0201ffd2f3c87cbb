import type { ProviderPayment } from '../../../platform/cards/card-payments.ts';
import { disputeLostInPart, refundDisputed, refundFailed } from '../../../platform/cards/dispute-reviews.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail.ts';
import { endReview, findNewestReview, noteForReview, noteForReviewOnce } from '../../../platform/reviews.ts';
import { findMember, lockIfThere } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../site-events/announce.ts';
import {
  findCheckout,
  findCheckoutOfPayment,
  lockCheckout,
  moveCheckout,
  type CheckoutRecord,
} from '../checkouts/checkouts.store.ts';
import { composeRefundFailed } from '../checkouts/not-given.ts';
import { endPlan } from '../grants/plan-changes.ts';
import { findLastPayment, isLostInPart, listRecorded, markLostInPart, recordPayment } from './plan-payments.store.ts';
import { findConnectionPaidBy } from '../checkouts/price-change.ts';
import { findConnection } from '../plans.store.ts';

/** Whether all of a payment was refunded or lost in disputes (chargebacks). */
export const isMoneyGone = ({ amountCents, refundedCents, lostCents }: ProviderPayment): boolean =>
  amountCents > 0 && refundedCents + lostCents >= amountCents;

/** Records a payment of a checkout. Idempotent. @returns false for no money, or a payment that was recorded before */
export const takeMoney = async (
  tx: Transaction,
  { id, currency }: CheckoutRecord,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
): Promise<boolean> =>
  amountCents > 0 && recordPayment(tx, { providerPaymentId: paymentId, checkoutId: id, amountCents, currency });

/** Those of the provider's payments that were made for plans. */
export const listPlanPayments = (db: Database, providerPaymentIds: readonly string[]): Promise<string[]> =>
  listRecorded(db, providerPaymentIds);

interface PaymentNews {
  /** The provider's id; null for a failed payment that got none. */
  paymentId: string | null;
  amountCents: number;
  currency: string;
}

/** Queues the site event of a payment, with the connection that rests on its checkout. */
export async function tellOfPayment(
  tx: Transaction,
  { id, siteId, memberId, planId, priceId }: CheckoutRecord,
  event: 'member.payment.succeeded' | 'member.payment.failed',
  { paymentId, amountCents, currency }: PaymentNews,
): Promise<void> {
  await announce(tx, siteId, event, async () => {
    const connection = await findConnection(tx, memberId, planId);
    // The member may have the plan by another checkout.
    const connectionId = connection?.checkoutId === id ? connection.id : null;
    return {
      id: memberId,
      payment: { id: paymentId, connectionId, planId, priceId, amount: amountCents / 100, currency },
    };
  });
}

/**
 * Handles a refund or chargeback, ours or begun at the provider. A full one of the payment a plan rests upon ends the plan; a
 * partial one changes nothing, and staff are told of a partial chargeback.
 *
 * @returns whether it is a recorded payment for a plan
 */
export async function followMoneyBack(services: Services, paymentId: string): Promise<boolean> {
  const found = await findCheckoutOfPayment(services.db, paymentId);
  if (!found) return false;
  const payment = await services.cards.findPayment(paymentId);
  if (found.state === 'returned' || found.state === 'completed') await requireReturned(services, found, payment);
  if (payment && isMoneyGone(payment)) await endPaidFor(services, found, payment);
  else if (payment && payment.lostCents > 0 && found.state === 'completed')
    await noteLostInPart(services, found, payment);
  return true;
}

/** Tells staff of a dispute about a part, once for each payment. */
const noteLostInPart = ({ db }: Services, { id }: CheckoutRecord, payment: ProviderPayment): Promise<boolean> =>
  transaction(db, async (tx) => {
    const isNews = await markLostInPart(tx, payment.id);
    return (isNews ? noteForReview : noteForReviewOnce)(tx, disputeLostInPart(id));
  });

/**
 * Ends the plan that rests on a payment, unless a later payment covers it. A chargeback of all that was left ends it in any
 * case.
 */
async function endPaidFor(services: Services, record: CheckoutRecord, payment: ProviderPayment) {
  const { siteId, memberId } = record;
  await transaction(services.db, async (tx) => {
    // Before the site is read: a removed site has no members.
    if (!(await lockIfThere(services, tx, memberId))) return;
    const site = await services.sites.get(siteId);
    const found = await findConnectionPaidBy(tx, record, payment.id);
    if (!found || found.connection.closedAt) return;
    if (found.isLastPayment || (await isChargedBack(tx, record, payment)))
      await endPlan(services, tx, { site, connection: found.connection });
  });
}

/** Whether a dispute took what was left of a payment. After one about a part, which staff know of, a refund may have. */
async function isChargedBack(tx: Transaction, record: CheckoutRecord, { id, amountCents, lostCents }: ProviderPayment) {
  if (lostCents === 0 || lostCents >= amountCents) return lostCents > 0;
  const isKnown = (await isLostInPart(tx, id)) ?? (await findNewestReview(tx, disputeLostInPart(record.id)));
  return !isKnown;
}

/**
 * Ends the subscription of a checkout whose plan could not be given, and refunds its payment. Idempotent: the
 * checkout's id is the refund's idempotency key.
 */
export async function returnPayment(services: Services, checkoutId: string): Promise<void> {
  const { db, cards } = services;
  const record = await findCheckout(db, checkoutId);
  if (record?.state !== 'returning') return;
  if (record.subscriptionId !== null) await cards.cancelSubscription(record.subscriptionId, { atPeriodEnd: false });
  const paymentId = await findLastPayment(db, checkoutId);
  const payment = paymentId === undefined ? undefined : await cards.findPayment(paymentId);
  const leftCents = payment ? payment.amountCents - payment.refundedCents - payment.lostCents : 0;
  const refund = { amountCents: leftCents, key: checkoutId, reason: 'plan-not-given' };
  const made = payment && leftCents > 0 ? await cards.refund({ ...refund, paymentId: payment.id }) : undefined;
  // It stays `returning`: reconciliation asks again.
  if (made === 'disputed') return void (await noteForReviewOnce(db, refundDisputed(checkoutId)));
  const isDone = leftCents <= 0 || made !== undefined;
  await transaction(db, async (tx) => {
    const now = await lockCheckout(tx, checkoutId);
    // Race: another process may have made the same refund, by the same idempotency key.
    if (now.state !== 'returning') return;
    await moveCheckout(tx, now, isDone ? 'returned' : 'review');
    await endReview(tx, refundDisputed(checkoutId));
    if (!isDone) await noteRefundFailed(services, tx, record);
  });
}

/**
 * A refund the provider accepted may fail at the bank, days later. That of a whole payment has ended the plan by then; while
 * the plan goes on, nothing is owed.
 */
async function requireReturned(services: Services, record: CheckoutRecord, payment: ProviderPayment | undefined) {
  if (!payment || isMoneyGone(payment)) return;
  const failed = (await services.cards.listRefunds(payment.id)).filter(({ state }) => state === 'failed');
  const goneCents = payment.refundedCents + payment.lostCents;
  const askedCents = failed.reduce((sum, { amountCents }) => sum + amountCents, goneCents);
  if (failed.length === 0 || askedCents < payment.amountCents) return;
  await transaction(services.db, async (tx) => {
    await lockIfThere(services, tx, record.memberId);
    const paidFor = await findConnectionPaidBy(tx, record, payment.id);
    if (!paidFor || paidFor.connection.closedAt) await noteRefundFailed(services, tx, record);
  });
}

/** Tells staff and the member, once. */
async function noteRefundFailed(
  services: Services,
  tx: Transaction,
  { id, memberId, siteId, planId, state }: CheckoutRecord,
): Promise<void> {
  if (!(await noteForReviewOnce(tx, refundFailed(id)))) return;
  services.log.error({ checkout: id }, 'a refund failed');
  const member = await findMember(services, tx, memberId);
  if (!member) return;
  const site = await services.sites.get(siteId);
  const plan = site.plans.find((each) => each.id === planId)?.name;
  const mail = composeRefundFailed(site, member.email, { plan, wasGiven: state === 'completed' });
  await queueMail(services, tx, { ...mail, memberId });
}
