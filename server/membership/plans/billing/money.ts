import type { ProviderPayment } from '../../../platform/cards/card-payments.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { noteForReview } from '../../../platform/reviews.ts';
import { lockIfThere } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../site-events/announce.ts';
import {
  findCheckout,
  findCheckoutOfPayment,
  lockCheckout,
  moveCheckout,
  type CheckoutRecord,
} from '../checkouts/checkouts.store.ts';
import { endPlan } from '../grants/plan-changes.ts';
import { findLastPayment, recordPayment } from './plan-payments.store.ts';
import { findConnection, findConnectionOfCheckout } from '../plans.store.ts';

/** Whether nothing of a payment is left: it was paid back in full, or the bank took it. */
export const isMoneyGone = ({ amountCents, refundedCents, disputeLost }: ProviderPayment): boolean =>
  disputeLost || (amountCents > 0 && refundedCents >= amountCents);

/** Writes down money that came in for a checkout. @returns false when there is none, or it was known already */
export const takeMoney = async (
  tx: Transaction,
  { id, currency }: CheckoutRecord,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
): Promise<boolean> =>
  amountCents > 0 && recordPayment(tx, { providerPaymentId: paymentId, checkoutId: id, amountCents, currency });

interface PaymentNews {
  /** The provider's own id; null where it made none for a payment that failed. */
  paymentId: string | null;
  amountCents: number;
  currency: string;
}

/** Tells the site of a payment for a plan, and for which of the member's connections, once the plan is given. */
export async function tellOfPayment(
  tx: Transaction,
  { siteId, memberId, planId, priceId }: CheckoutRecord,
  event: 'member.payment.succeeded' | 'member.payment.failed',
  { paymentId, amountCents, currency }: PaymentNews,
): Promise<void> {
  await announce(tx, siteId, event, async () => {
    const connection = await findConnection(tx, memberId, planId);
    const amount = amountCents / 100;
    return {
      id: memberId,
      payment: { id: paymentId, connectionId: connection?.id ?? null, planId, priceId, amount, currency },
    };
  });
}

/**
 * Takes over what the provider says about a payment that went back, whoever began it. With the whole payment a plan
 * rests upon its access ends; a part changes nothing.
 *
 * @returns whether it is money for a plan, as far as it has been heard of
 */
export async function followMoneyBack(services: Services, paymentId: string): Promise<boolean> {
  const found = await findCheckoutOfPayment(services.db, paymentId);
  if (!found) return false;
  const payment = await services.cards.findPayment(paymentId);
  if (found.state === 'returned') await requireReturned(services, found, payment);
  if (payment && isMoneyGone(payment)) await endPaidFor(services, found, payment);
  return true;
}

/** The checkout's plan ends, unless it has been paid for anew since. What the bank takes back ends it in any case. */
async function endPaidFor(services: Services, { id, siteId, memberId }: CheckoutRecord, payment: ProviderPayment) {
  await transaction(services.db, async (tx) => {
    // Before the site: of a removed one the members are gone too.
    if (!(await lockIfThere(services, tx, memberId))) return;
    const site = await services.sites.get(siteId);
    const connection = await findConnectionOfCheckout(tx, id);
    if (!connection || connection.closedAt) return;
    if (payment.disputeLost || (await findLastPayment(tx, id)) === payment.id)
      await endPlan(services, tx, { site, connection });
  });
}

/**
 * Ends the subscription of a checkout whose plan could not be given, and asks the provider to pay back what came in.
 * Safe to repeat: the checkout's id is the key of the refund.
 */
export async function returnPayment(services: Services, checkoutId: string): Promise<void> {
  const { db, cards } = services;
  const record = await findCheckout(db, checkoutId);
  if (record?.state !== 'returning') return;
  if (record.subscriptionId !== null) await cards.cancelSubscription(record.subscriptionId, { atPeriodEnd: false });
  const paymentId = await findLastPayment(db, checkoutId);
  const payment = paymentId === undefined ? undefined : await cards.findPayment(paymentId);
  const leftCents = payment && !payment.disputeLost ? payment.amountCents - payment.refundedCents : 0;
  const isDone =
    leftCents <= 0 ||
    (await cards.refund({
      paymentId: payment!.id,
      amountCents: leftCents,
      key: checkoutId,
      reason: 'plan-not-given',
    })) !== undefined;
  await transaction(db, async (tx) => {
    const now = await lockCheckout(tx, checkoutId);
    // Another process may have asked at the same time, and got the same answer for the same key.
    if (now.state !== 'returning') return;
    await moveCheckout(tx, now, isDone ? 'returned' : 'review');
    if (!isDone) await noteRefundFailed(services, tx, record);
  });
}

/** A refund the provider accepted may fail at the bank, days later. */
async function requireReturned(services: Services, record: CheckoutRecord, payment: ProviderPayment | undefined) {
  if (!payment || isMoneyGone(payment)) return;
  const refunds = await services.cards.listRefunds(payment.id);
  if (refunds.some(({ state }) => state === 'failed')) await noteRefundFailed(services, services.db, record);
}

async function noteRefundFailed({ log }: Services, db: Database, { id }: CheckoutRecord): Promise<void> {
  const note = 'The provider could not pay the money back. A person must.';
  await noteForReview(db, { kind: 'refund-failed', subject: id, note });
  log.error({ checkout: id }, 'a refund failed');
}
