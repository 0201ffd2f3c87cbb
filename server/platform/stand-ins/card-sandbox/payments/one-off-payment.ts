import type { Transaction } from '../../../database/database.ts';
import type { Attempt } from './attempt.ts';
import { judgeCard, notConfirmed, type Cardholder, type Verdict } from './card-verdict.ts';
import { hostedPage, recordEvents } from '../events/events.ts';
import { findFaults } from '../events/fault.store.ts';
import { settleDelay } from '../events/faults.ts';
import { getObject, insertObject, saveObject, type StoredObject } from '../store/object.store.ts';
import { addTask } from '../store/task.store.ts';
import { customerDetails } from '../wire/checkout-objects.ts';
import { makeCustomer } from '../wire/customer-objects.ts';
import type { Charge, PaymentIntent, Session, Settlement } from '../wire/objects.ts';
import { makeCharge, makePaymentIntent } from '../wire/payment-objects.ts';
import type { PaidWith } from '../wire/card.ts';
import {
  failedCharge,
  failedIntent,
  paidCharge,
  paidIntent,
  processingIntent,
  unconfirmedIntent,
  waitingIntent,
  type Decline,
} from '../wire/payment-outcomes.ts';

/** Everything one attempt to pay works on. */
interface Paying {
  tx: Transaction;
  session: Session;
  inner: StoredObject<'session'>['inner'];
  intent: PaymentIntent;
  charge: Charge;
  card: PaidWith;
}

/**
 * Pays a checkout in mode `payment`.
 *
 * @param card undefined where a coupon took everything off
 */
export async function payOnce(
  tx: Transaction,
  publicUrl: string,
  found: StoredObject<'session'>,
  card: PaidWith | undefined,
  cardholder: Cardholder,
): Promise<Attempt> {
  const { confirming: _answered, ...inner } = found.inner;
  if (!card) return completeForNothing(tx, found.data, inner);
  const intent = await beginIntent(tx, found, card);
  const paying = { tx, session: found.data, inner, intent, charge: makeCharge(intent, card), card };
  const verdict = judgeCard(card.number, { amount: intent.amount, cardholder });
  if (verdict.answer === 'declined') return decline(paying, verdict.because);
  if (verdict.answer === 'confirm') return waitForCardholder(paying, publicUrl);
  return verdict.answer === 'paid' ? succeed(paying, verdict) : beginSettlement(paying, verdict.end);
}

/** The intent of the first attempt is kept for the later ones. */
async function beginIntent(tx: Transaction, { data: session, inner }: StoredObject<'session'>, card: PaidWith) {
  if (session.payment_intent !== null) return (await getObject(tx, 'payment_intent', session.payment_intent)).data;
  const customer = session.customer_creation === 'always' ? makeCustomer(card) : undefined;
  if (customer) await insertObject(tx, 'customer', customer);
  const { description, metadata, receipt_email, setup_future_usage } = inner.paymentIntentData;
  const intent = makePaymentIntent({
    amount: session.amount_total,
    currency: session.currency,
    customer: customer?.id ?? session.customer,
    description: description ?? null,
    metadata: metadata ?? {},
    receiptEmail: receipt_email ?? null,
    setupFutureUsage: setup_future_usage ?? null,
  });
  await insertObject(tx, 'payment_intent', intent);
  return intent;
}

async function completeForNothing(tx: Transaction, session: Session, inner: Paying['inner']): Promise<Attempt> {
  const completed: Session = { ...session, payment_status: 'no_payment_required', status: 'complete', url: null };
  await saveObject(tx, 'session', completed, inner);
  await recordEvents(tx, hostedPage, [['checkout.session.completed', completed]]);
  return { outcome: 'complete', session: completed };
}

async function succeed(paying: Paying, { refunds }: Extract<Verdict, { answer: 'paid' }>): Promise<Attempt> {
  const { tx, inner } = paying;
  const charge = paidCharge(paying.charge);
  const intent = paidIntent(paying.intent, charge);
  const session = completed(paying, 'paid');
  await insertObject(tx, 'charge', charge, { refunds });
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'session', session, inner);
  await recordEvents(tx, hostedPage, [
    ['charge.succeeded', charge],
    ['payment_intent.succeeded', intent],
    ['checkout.session.completed', session],
  ]);
  return { outcome: 'complete', session };
}

/** The checkout is over, the money is not there: how a bank debit goes. */
async function beginSettlement(paying: Paying, settlement: Settlement): Promise<Attempt> {
  const { tx, charge, inner } = paying;
  const intent = processingIntent(paying.intent, charge);
  const session = completed(paying, 'unpaid');
  await insertObject(tx, 'charge', charge, {});
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'session', session, { ...inner, settlement });
  await recordEvents(tx, hostedPage, [
    ['charge.pending', charge],
    ['payment_intent.processing', intent],
    ['checkout.session.completed', session],
  ]);
  await addTask(tx, 'settle', session.id, settleDelay(await findFaults(tx)));
  return { outcome: 'complete', session };
}

async function waitForCardholder(paying: Paying, publicUrl: string): Promise<Attempt> {
  const { tx, inner, card } = paying;
  const intent = waitingIntent(paying.intent, card, `${publicUrl}/dev/card/confirm/${paying.session.id}`);
  const session: Session = { ...paying.session, payment_intent: intent.id, customer: intent.customer };
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'session', session, { ...inner, confirming: card });
  await recordEvents(tx, hostedPage, [['payment_intent.requires_action', intent]]);
  return { outcome: 'confirm', session };
}

/** A payment that waited for the payer's confirmation did not get it. The checkout stays open. */
export async function declineConfirmation(tx: Transaction, session: Session): Promise<void> {
  if (session.payment_intent === null) return;
  const { data: waiting } = await getObject(tx, 'payment_intent', session.payment_intent);
  const intent = unconfirmedIntent(waiting, notConfirmed);
  await saveObject(tx, 'payment_intent', intent);
  await recordEvents(tx, hostedPage, [['payment_intent.payment_failed', intent]]);
}

/** The session stays open: another card may be tried. */
async function decline(paying: Paying, because: Decline): Promise<Attempt> {
  const { tx, inner } = paying;
  const charge = failedCharge(paying.charge, because);
  const intent = failedIntent(paying.intent, charge, because);
  const session: Session = { ...paying.session, payment_intent: intent.id, customer: intent.customer };
  await insertObject(tx, 'charge', charge, {});
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'session', session, inner);
  await recordEvents(tx, hostedPage, [
    ['charge.failed', charge],
    ['payment_intent.payment_failed', intent],
  ]);
  return { outcome: 'declined', message: because.message };
}

const completed = ({ session, intent, card }: Paying, paymentStatus: 'paid' | 'unpaid'): Session => ({
  ...session,
  customer: intent.customer,
  customer_details: customerDetails(card.email, card.name),
  payment_intent: intent.id,
  payment_status: paymentStatus,
  status: 'complete',
  url: null,
});
