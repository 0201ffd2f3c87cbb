import type { ProviderCheckout } from '../../../platform/cards/card-checkouts.ts';
import { findForCheckout } from '../../../platform/cards/find-for-checkout.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { noteForReview } from '../../../platform/reviews.ts';
import { lockIfThere } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { queueCancel } from '../billing/billing-jobs.ts';
import { judge, type Outcome } from './checkout-outcome.ts';
import { canMove, isSettled } from './checkout-states.ts';
import { endUnpaid } from './end-checkout.ts';
import {
  findCheckout,
  findCheckoutBySession,
  lockCheckout,
  moveCheckout,
  updateCheckout,
  type CheckoutRecord,
} from './checkouts.store.ts';
import { fulfilCheckout } from './fulfil-checkout.ts';
import { nextReading } from '../billing/plan-payments.store.ts';

/**
 * Settles a checkout as the provider describes it: the only path from a payment to a plan. Card events and
 * reconciliation call this in any order and repeatedly; idempotent.
 *
 * @returns whether it is a checkout of a plan
 * @throws Refusal payment-provider-unavailable
 */
export async function settlePlanCheckout(services: Services, checkout: ProviderCheckout): Promise<boolean> {
  const found = await findCheckoutOf(services.db, checkout);
  if (!found) return false;
  if (checkout.live !== services.cards.live || isSettled(found.state)) return true;
  const outcome = await readOutcome(services, checkout);
  await transaction(services.db, async (tx) => {
    // Lock order: member, then checkout. A deleted member is handled when the plan is to be given (decision 0020).
    await lockIfThere(services, tx, found.memberId);
    const now = await lockCheckout(tx, found.id);
    if (isSettled(now.state)) return;
    await updateCheckout(tx, now.id, { sessionId: checkout.id });
    await settle(services, tx, { ...now, sessionId: checkout.id }, outcome);
  });
  return true;
}

/** Expires a checkout at the provider; one that was paid before (race) is settled as paid. */
export async function expireCheckout(services: Services, sessionId: string): Promise<void> {
  const checkout = await services.cards.expireCheckout(sessionId);
  if (checkout) await settlePlanCheckout(services, checkout);
}

const findCheckoutOf = (db: Database, checkout: ProviderCheckout): Promise<CheckoutRecord | undefined> =>
  findForCheckout(checkout, {
    bySession: (sessionId) => findCheckoutBySession(db, sessionId),
    byReference: (id) => findCheckout(db, id),
  });

async function readOutcome({ db, cards }: Services, checkout: ProviderCheckout): Promise<Outcome> {
  const reading = await nextReading(db);
  const { subscriptionId } = checkout;
  const subscription = subscriptionId === null ? undefined : await cards.findSubscription(subscriptionId);
  const mayBeCollected = checkout.paymentStatus === 'unpaid' && subscription?.latestInvoice?.status === 'paid';
  const paidInvoices = mayBeCollected ? (await cards.listPaidInvoices(subscription.id)).length : 0;
  const paymentId = checkout.payment?.id ?? subscription?.latestInvoice?.paymentId ?? null;
  const payment = paymentId === null ? undefined : await cards.findPayment(paymentId);
  return { checkout, subscription, paidInvoices, payment, reading };
}

async function settle(services: Services, tx: Transaction, record: CheckoutRecord, outcome: Outcome): Promise<void> {
  const verdict = judge(record, outcome);
  if (verdict === 'paid') return fulfilCheckout(services, tx, record, outcome);
  if (verdict === 'differs') return holdForReview(services, tx, record, outcome);
  if (verdict === 'settling' && canMove(record.state, 'processing')) await moveCheckout(tx, record, 'processing');
  if (verdict === 'failed' || verdict === 'expired') await endUnpaid(tx, record, verdict);
}

/** Holds a payment with another amount or currency for staff; no automatic decision. */
async function holdForReview(
  { log }: Services,
  tx: Transaction,
  record: CheckoutRecord,
  { checkout, subscription }: Outcome,
): Promise<void> {
  await moveCheckout(tx, record, 'review', subscription ? { subscriptionId: subscription.id } : {});
  // The paid period stays until staff decide; the subscription must not charge again.
  if (subscription) await queueCancel(tx, subscription.id, { atPeriodEnd: true });
  await noteForReview(tx, {
    kind: 'amount-differs',
    subject: record.id,
    note: `Asked for ${record.askedCents} ${record.currency}, paid ${checkout.amountCents} ${checkout.currency} (cents).`,
  });
  log.error({ checkout: record.id }, 'a payment differs from what was asked for');
}
